package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class OffsetFileNameTest {

  @Test
  @DisplayName("the name has topic, partition and group (B126)")
  void theNameHasTopicPartitionAndGroup() throws StoreRefusal {
    assertThat(name("t", 3, null)).isEqualTo("t-3.offset");
    assertThat(name("t", 3, "g1")).isEqualTo("t-3-g1.offset");
    assertThat(name("t", 3, "g2")).isEqualTo("t-3-g2.offset");
    assertThat(name("t", 3, "")).isEqualTo("t-3-.offset");
  }

  @Test
  @DisplayName("separators are escaped as librdkafka does, nothing else is (B140)")
  void separatorsAreEscaped() throws StoreRefusal {
    assertThat(name("x", 0, "a:b")).isEqualTo("x-0-a%3Ab.offset");
    assertThat(name("x", 0, "..\\up")).isEqualTo("x-0-..%5Cup.offset");
    assertThat(name("x", 0, "a/b")).isEqualTo("x-0-a%2Fb.offset");
    assertThat(name("..", 0, "..")).isEqualTo("..-0-...offset");
    assertThat(name("x", 0, "a%2Fb c*")).isEqualTo("x-0-a%2Fb c*.offset");
  }

  @Test
  void sideFilesAreHiddenAndNeverLongerThanTheOffsetFile() throws StoreRefusal {
    OffsetFileName name = OffsetFileName.of(key("t", 3, "g"));
    assertThat(name.lockFile()).isEqualTo(".t-3-g.lock");
    assertThat(name.temporaryFile()).isEqualTo(".t-3-g.tmp");
    assertThat(name.offsetFile().length())
        .isGreaterThanOrEqualTo(name.lockFile().length())
        .isGreaterThanOrEqualTo(name.temporaryFile().length());
  }

  @Test
  void aNameOf255BytesIsTakenAndOneMoreIsRefusedWithAdvice() throws StoreRefusal {
    String group = "g".repeat(255 - "t-0-.offset".length());
    assertThat(name("t", 0, group)).hasSize(255);
    assertThatThrownBy(() -> name("t", 0, group + "g"))
        .hasMessageContaining("256 bytes")
        .hasMessageContaining("shorten the group or topic name");
  }

  @Test
  void theLongestTopicThatKafkaAllowsIsTooLongWithItsEndingAndTheJournalIsAdvised()
      throws StoreRefusal {
    assertThat(name("t".repeat(246), 9, null)).hasSize(255);
    assertThatThrownBy(() -> name("t".repeat(249), 0, null))
        .hasMessageContaining("258 bytes")
        .hasMessageContaining("offset.store.layout=journal");
  }

  @Test
  void lengthIsCountedInBytesAfterEscaping() {
    assertThatThrownBy(() -> name("t", 0, "é".repeat(123))).hasMessageContaining("257 bytes");
    assertThatThrownBy(() -> name("t", 0, "/".repeat(82))).hasMessageContaining("257 bytes");
  }

  @Test
  void whatNoFileNameCanHoldIsRefused() {
    assertThatThrownBy(() -> name("t", 0, "a\0b")).hasMessageContaining("zero character");
    assertThatThrownBy(() -> name("t", 0, "\ud800")).hasMessageContaining("half a character");
    assertThatThrownBy(() -> name("t", TopicPartition.UNASSIGNED, null))
        .hasMessageContaining("t[-1] is not a partition");
  }

  @Test
  @DisplayName("no topic or group leads out of the folder (B140)")
  void noNameLeadsOutOfTheFolder() throws StoreRefusal {
    long seed = 7;
    Random random = new Random(seed);
    Path folder = Path.of("/offsets");
    for (int i = 0; i < 20_000; i++) {
      OffsetKey key = key(randomText(random, 1), random.nextInt(3), randomText(random, 0));
      OffsetFileName name = OffsetFileName.of(key);
      for (String each : new String[] {name.offsetFile(), name.lockFile(), name.temporaryFile()}) {
        Path path = folder.resolve(each).normalize();
        assertThat(path.getParent()).as("seed %d, %s", seed, key).isEqualTo(folder);
        assertThat(each.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(255);
      }
    }
  }

  private static String randomText(Random random, int least) {
    String likely = "./\\:-%~ a0";
    StringBuilder text = new StringBuilder();
    int length = least + random.nextInt(6);
    for (int i = 0; i < length; i++) {
      text.append(likely.charAt(random.nextInt(likely.length())));
    }
    return text.toString();
  }

  private static String name(String topic, int partition, @Nullable String group)
      throws StoreRefusal {
    return OffsetFileName.of(key(topic, partition, group)).offsetFile();
  }

  private static OffsetKey key(String topic, int partition, @Nullable String group) {
    return new OffsetKey(new TopicPartition(topic, partition), group);
  }
}
