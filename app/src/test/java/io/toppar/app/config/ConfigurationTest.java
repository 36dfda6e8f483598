package io.toppar.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.IsolationLevel;
import io.toppar.domain.ResetPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConfigurationTest {

  @Test
  void propertiesMapAndBuilderReadTheSameSettings() {
    Properties properties = new Properties();
    properties.setProperty("bootstrap.servers", "a:1, b:2");
    properties.setProperty("fetch.wait.max.ms", "7");

    Configuration fromProperties = Configuration.of(properties);
    Configuration fromMap =
        Configuration.of(
            Map.of("bootstrap.servers", List.of("a:1", "b:2"), "fetch.max.wait.ms", 7));
    Configuration built =
        Configuration.builder()
            .set(ClientKeys.BOOTSTRAP_SERVERS, List.of("a:1", "b:2"))
            .set(ConsumerKeys.FETCH_MAX_WAIT_MS, 7)
            .build();

    assertThat(List.of(fromProperties, fromMap, built))
        .allSatisfy(
            settings -> {
              assertThat(settings.value(ClientKeys.BOOTSTRAP_SERVERS))
                  .containsExactly("a:1", "b:2");
              assertThat(settings.value(ConsumerKeys.FETCH_MAX_WAIT_MS)).isEqualTo(7);
            });
  }

  @Test
  void whatIsNotGivenHasItsDefault() {
    Configuration settings = Configuration.of(Map.of());

    assertThat(settings.value(ConsumerKeys.ISOLATION_LEVEL))
        .isEqualTo(IsolationLevel.READ_COMMITTED);
    assertThat(settings.value(ConsumerKeys.CHECK_CRCS)).isTrue();
    assertThat(settings.isGiven(ConsumerKeys.CHECK_CRCS)).isFalse();
    assertThat(settings.find(ConsumerKeys.GROUP_ID)).isEmpty();
  }

  @Test
  void aKeyThatMustBeSetIsAskedFor() {
    assertThatThrownBy(() -> Configuration.of(Map.of()).value(ClientKeys.BOOTSTRAP_SERVERS))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("bootstrap.servers must be set: HOST:PORT");
  }

  @Test
  void anUnknownKeyIsRefusedWithTheNearestName() {
    assertThatThrownBy(() -> Configuration.of(Map.of("fetch.min.byte", "1")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "'fetch.min.byte' is not a configuration key; the nearest is 'fetch.min.bytes'");
  }

  @Test
  void aKeyLikeNoOtherIsRefusedWithWhereTheKeysAreListed() {
    for (String name : List.of("ssl.endpoint.identification.algorithm", "x", "")) {
      assertThatThrownBy(() -> Configuration.of(Map.of(name, "1")))
          .isInstanceOf(ConfigException.class)
          .hasMessage(
              "'"
                  + name
                  + "' is not a configuration key; none is like it; './toppar config' and"
                  + " docs/configuration.md list all");
    }
  }

  @Test
  void keysOfTheOtherKindOfClientAreTold() {
    Configuration settings =
        Configuration.of(
            Map.of("client.id", "c", "group.id", "g", "acks", "1", "fetch.wait.max.ms", "7"));

    assertThat(settings.ignoredBy(ConfigKey.Side.PRODUCER))
        .containsExactlyInAnyOrder(
            "group.id is a key of consumers; this producer ignores it",
            "fetch.max.wait.ms is a key of consumers; this producer ignores it");
    assertThat(settings.ignoredBy(ConfigKey.Side.CONSUMER))
        .containsExactly("acks is a key of producers; this consumer ignores it");
  }

  @Test
  void valuesOfTheKeysOwnTypesAreTakenAsTheyAre() {
    Configuration settings =
        Configuration.builder()
            .set(ClientKeys.BOOTSTRAP_SERVERS, List.of("a:1", "b:2"))
            .set(ConsumerKeys.AUTO_OFFSET_RESET, ResetPolicy.EARLIEST)
            .set(ConsumerKeys.OFFSET_STORE_METHOD, OffsetStoreMethod.NONE)
            .set(ConsumerKeys.CHECK_CRCS, false)
            .set(ConsumerKeys.FETCH_MAX_WAIT_MS, 7)
            .build();

    assertThat(settings.value(ClientKeys.BOOTSTRAP_SERVERS)).containsExactly("a:1", "b:2");
    assertThat(settings.value(ConsumerKeys.AUTO_OFFSET_RESET)).isEqualTo(ResetPolicy.EARLIEST);
    assertThat(settings.value(ConsumerKeys.OFFSET_STORE_METHOD)).isEqualTo(OffsetStoreMethod.NONE);
    assertThat(settings.value(ConsumerKeys.CHECK_CRCS)).isFalse();
    assertThat(settings.value(ConsumerKeys.FETCH_MAX_WAIT_MS)).isEqualTo(7);
  }

  @Test
  void anOptionAndAKeySetDifferentlyAreRefusedAndSetAlikeAreFine() {
    assertThatThrownBy(
            () ->
                Configuration.builder()
                    .set("fetch.max.wait.ms", "1")
                    .setBy("--wait", ConsumerKeys.FETCH_MAX_WAIT_MS, 2))
        .isInstanceOf(ConfigException.class)
        .hasMessage("--wait and fetch.max.wait.ms say different things; give only one of them");
    assertThat(
            Configuration.builder()
                .set("fetch.max.wait.ms", "2")
                .setBy("--wait", ConsumerKeys.FETCH_MAX_WAIT_MS, 2)
                .build()
                .value(ConsumerKeys.FETCH_MAX_WAIT_MS))
        .isEqualTo(2);
  }

  @Test
  void whatIsSetOnTopOfAConfigurationTakesThePlaceOfItsValueByWhateverName() {
    Configuration shared =
        Configuration.of(Map.of("client.id", "shared", "fetch.max.wait.ms", 1, "acks", "1"));

    Configuration own =
        shared.toBuilder()
            .set("fetch.wait.max.ms", 2)
            .setDefault(ClientKeys.CLIENT_ID, "c")
            .build();

    assertThat(own.value(ConsumerKeys.FETCH_MAX_WAIT_MS)).isEqualTo(2);
    assertThat(own.value(ClientKeys.CLIENT_ID)).isEqualTo("shared");
    assertThat(own.isGiven(ProducerKeys.ACKS)).isTrue();
    assertThat(own.isGiven(ProducerKeys.LINGER_MS)).isFalse();
    assertThat(shared.value(ConsumerKeys.FETCH_MAX_WAIT_MS)).as("is as it was").isEqualTo(1);
  }

  @Test
  void aKeyAndItsAliasSetDifferentlyAreRefusedAndSetAlikeAreFine() {
    assertThatThrownBy(
            () ->
                Configuration.builder()
                    .set("fetch.max.wait.ms", "1")
                    .set("fetch.wait.max.ms", "2")
                    .build())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("fetch.wait.max.ms and fetch.max.wait.ms are two names of one key");
    assertThat(
            Configuration.builder()
                .set("fetch.max.wait.ms", "1")
                .set("fetch.wait.max.ms", "1")
                .build()
                .value(ConsumerKeys.FETCH_MAX_WAIT_MS))
        .isEqualTo(1);
  }

  @Test
  void librdkafkasWordsForResetPoliciesAreTaken() {
    for (String word : List.of("earliest", "smallest", "beginning")) {
      assertThat(reset(word)).isEqualTo(ResetPolicy.EARLIEST);
    }
    for (String word : List.of("latest", "largest", "END")) {
      assertThat(reset(word)).isEqualTo(ResetPolicy.LATEST);
    }
    for (String word : List.of("none", "error")) {
      assertThat(reset(word)).isEqualTo(ResetPolicy.ERROR);
    }
  }

  @Test
  void aResetByDurationTakesIso8601AndRefusesWhatGoesForward() {
    assertThat(reset("by_duration:P1DT2H3M4.5S"))
        .isEqualTo(
            ResetPolicy.byDuration(
                Duration.ofDays(1).plusHours(2).plusMinutes(3).plusMillis(4500)));
    assertThat(reset("BY_DURATION:pt0s")).isEqualTo(ResetPolicy.byDuration(Duration.ZERO));
    for (String wrong : List.of("by_duration:", "by_duration:1h", "by_duration:-PT1H")) {
      assertThatThrownBy(() -> reset(wrong))
          .hasMessageContaining("'" + wrong + "' will not do")
          .hasMessageContaining("by_duration:PnDTnHnMn.nS");
    }
  }

  private static ResetPolicy reset(String word) {
    return Configuration.of(Map.of("auto.offset.reset", word))
        .value(ConsumerKeys.AUTO_OFFSET_RESET);
  }

  @Test
  void aValueThatWillNotDoIsShownWithWhatWould() {
    assertThatThrownBy(() -> Configuration.of(Map.of("fetch.min.bytes", "0")))
        .hasMessage(
            "fetch.min.bytes: '0' will not do; it takes a whole number from 1 to 100000000 (bytes)");
    assertThatThrownBy(() -> Configuration.of(Map.of("check.crcs", "yes")))
        .hasMessage("check.crcs: 'yes' will not do; it takes true or false");
    assertThatThrownBy(() -> Configuration.of(Map.of("isolation.level", "committed")))
        .hasMessageContaining("one of read_committed, read_uncommitted");
    assertThatThrownBy(() -> Configuration.of(Map.of("bootstrap.servers", " ,")))
        .hasMessageContaining("it takes HOST:PORT");
    for (String server :
        List.of("broker", "http://broker:9092", "::1:9092", "broker:port", "b:0", "b:65536")) {
      assertThatThrownBy(() -> Configuration.of(Map.of("bootstrap.servers", server)))
          .hasMessageContaining("'" + server + "' will not do");
    }
    assertThat(Configuration.of(Map.of("bootstrap.servers", "[::1]:9092,b1.example.:9093")))
        .isNotNull();
  }

  @Test
  void contradictionsBetweenKeysAreRefused() {
    assertThatThrownBy(() -> Configuration.of(Map.of("retry.backoff.ms", "2000")))
        .hasMessage("retry.backoff.max.ms (1000) must not be below retry.backoff.ms (2000)");
    assertThatThrownBy(() -> Configuration.of(Map.of("receive.message.max.bytes", "1000000")))
        .hasMessageContaining("must be at least fetch.max.bytes (52428800) + 512");
  }

  /** B131: a file store set where nothing looks at it was silently ignored. */
  @Test
  void anOffsetFolderWithoutTheFileStoreIsRefused() {
    assertThatThrownBy(() -> Configuration.of(Map.of("offset.store.path", "/tmp/offsets")))
        .hasMessageContaining("set offset.store.method=file");
    assertThatThrownBy(() -> Configuration.of(Map.of("offset.store.layout", "journal")))
        .hasMessageContaining("offset.store.layout is set but offset.store.method is not file");
  }

  @Test
  void offsetsAtTheBrokersNeedAGroup() {
    assertThatThrownBy(() -> Configuration.of(Map.of("offset.store.method", "broker")))
        .hasMessageContaining("set group.id");
    assertThatThrownBy(
            () -> Configuration.of(Map.of("offset.store.method", "broker", "group.id", " ")))
        .hasMessageContaining("set group.id");
    assertThat(
            Configuration.of(Map.of("offset.store.method", "broker", "group.id", "g"))
                .value(ConsumerKeys.OFFSET_STORE_METHOD))
        .isEqualTo(OffsetStoreMethod.BROKER);
  }

  @Test
  void secretsAreNeitherShownNorQuotedInErrors() {
    ConfigKey<String> password =
        new ConfigKey<>(
            "a.password", List.of(), lengthOf(8), null, ConfigKey.Side.BOTH, true, "A secret.");

    assertThatThrownBy(() -> password.parse("a.password", "hunter2"))
        .hasMessage("a.password: the value given will not do; it takes eight characters")
        .hasNoCause();
  }

  private static ConfigType<String> lengthOf(int length) {
    ConfigType<String> any = ConfigType.text("eight characters");
    return any.where(text -> text.length() == length);
  }

  @Test
  void noNameIsUsedTwice() {
    Set<String> names = new HashSet<>();
    for (ConfigKey<?> key : ConfigKeys.all()) {
      assertThat(names.add(key.name())).as(key.name()).isTrue();
      key.aliases().forEach(alias -> assertThat(names.add(alias)).as(alias).isTrue());
    }
  }

  @Test
  void theDocumentationIsTheTable() throws Exception {
    Path page = Path.of(System.getProperty("basedir", ".")).resolve("../docs/configuration.md");

    assertThat(page).as("write it by ./toppar config").hasContent(ConfigDocs.page());
  }
}
