package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RecordedNameTest {

  @Test
  void aLineTellsFileTopicPartitionAndGroup() {
    OffsetKey key = new OffsetKey(new TopicPartition("t", 3), "g");
    assertThat(new RecordedName("t-3-g.offset", key).line()).isEqualTo("t-3-g.offset\tt\t3\tg\n");
  }

  @Test
  void everyKeyIsReadBackFromItsLine() throws StoreRefusal {
    long seed = 3;
    Random random = new Random(seed);
    String likely = "\t\n\r\\tnr/:-a";
    for (int i = 0; i < 20_000; i++) {
      String topic = "t" + randomText(random, likely);
      String group = random.nextInt(4) == 0 ? null : randomText(random, likely);
      OffsetKey key =
          new OffsetKey(new TopicPartition(topic, random.nextInt() & Integer.MAX_VALUE), group);
      RecordedName name = new RecordedName(OffsetFileName.of(key).offsetFile(), key);
      String line = name.line();
      assertThat(line).as("seed %d", seed).endsWith("\n");
      String withoutEnd = line.substring(0, line.length() - 1);
      assertThat(withoutEnd).as("seed %d", seed).doesNotContain("\n");
      assertThat(RecordedName.parse(withoutEnd)).as("seed %d", seed).isEqualTo(name);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "t-3.offset",
        "t-3.offset\tt",
        "t-3.offset\tt\tx",
        "t-3.offset\tt\t",
        "t-3.offset\t\t3",
        "t-4.offset\tt\t3",
        "t-3.off",
        "t-3.offset\tt\t9999999999",
        "t-3.offset\tt\t3\tg",
        "t-3-g.offset\tt\t3\tg\tmore",
        "t--1.offset\tt\t-1"
      })
  void aLineThatIsNotWholeIsNotBelieved(String line) {
    assertThat(RecordedName.parse(line)).isNull();
  }

  private static String randomText(Random random, String likely) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(8);
    for (int i = 0; i < length; i++) {
      text.append(likely.charAt(random.nextInt(likely.length())));
    }
    return text.toString();
  }
}
