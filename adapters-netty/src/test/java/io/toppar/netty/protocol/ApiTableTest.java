package io.toppar.netty.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The calls and versions we speak, against the plan and against kafka-clients. */
final class ApiTableTest {

  @Test
  void speaksThePlannedCallsAndVersions() {
    String table =
        Arrays.stream(Api.values())
            .map(api -> "%s %d-%d".formatted(api, api.floor(), api.ceiling()))
            .collect(Collectors.joining("\n", "", "\n"));

    assertThat(table).isEqualTo(PLAN);
  }

  @ParameterizedTest
  @EnumSource
  void hasKafkasKeyAndNewestStableVersion(Api api) {
    ApiKeys key = ApiKeys.valueOf(api.name());

    assertThat(api.key()).isEqualTo(key.id);
    assertThat(Api.withKey(key.id)).isSameAs(api);
    // Newer versions of this one call are spoken between brokers only.
    short newest = api == Api.ADD_PARTITIONS_TO_TXN ? 3 : key.latestVersion(false);
    assertThat(api.ceiling()).isEqualTo(newest);
    assertThat(api.floor()).isGreaterThanOrEqualTo(key.oldestVersion());
  }

  @ParameterizedTest
  @EnumSource
  void putsKafkasHeadersBeforeEveryVersion(Api api) {
    ApiKeys key = ApiKeys.valueOf(api.name());

    for (short version = api.floor(); version <= api.ceiling(); version++) {
      assertThat(api.requestHeaderVersion(version)).isEqualTo(key.requestHeaderVersion(version));
      assertThat(api.responseHeaderVersion(version)).isEqualTo(key.responseHeaderVersion(version));
    }
  }

  @Test
  void knowsNoCallByAnotherKey() {
    assertThat(Api.withKey(ApiKeys.CONTROLLED_SHUTDOWN.id)).isNull();
    assertThat(Api.withKey(-1)).isNull();
  }

  /** The floor reaches back to 2.1 brokers, or to the first version of a later call. */
  private static final String PLAN =
      """
      PRODUCE 7-13
      FETCH 10-18
      LIST_OFFSETS 4-11
      METADATA 7-13
      OFFSET_COMMIT 6-10
      OFFSET_FETCH 5-10
      FIND_COORDINATOR 2-6
      JOIN_GROUP 3-9
      HEARTBEAT 2-4
      LEAVE_GROUP 2-5
      SYNC_GROUP 2-5
      DESCRIBE_GROUPS 0-6
      LIST_GROUPS 0-5
      SASL_HANDSHAKE 1-1
      API_VERSIONS 0-5
      CREATE_TOPICS 3-7
      DELETE_TOPICS 3-6
      DELETE_RECORDS 1-2
      INIT_PRODUCER_ID 1-5
      OFFSET_FOR_LEADER_EPOCH 2-4
      ADD_PARTITIONS_TO_TXN 1-3
      ADD_OFFSETS_TO_TXN 1-4
      END_TXN 1-5
      TXN_OFFSET_COMMIT 2-6
      SASL_AUTHENTICATE 0-2
      CREATE_PARTITIONS 0-3
      DELETE_GROUPS 0-3
      OFFSET_DELETE 0-0
      DESCRIBE_CLUSTER 0-2
      CONSUMER_GROUP_HEARTBEAT 0-1
      CONSUMER_GROUP_DESCRIBE 0-1
      GET_TELEMETRY_SUBSCRIPTIONS 0-0
      PUSH_TELEMETRY 0-0
      DESCRIBE_TOPIC_PARTITIONS 0-0
      SHARE_GROUP_HEARTBEAT 1-1
      SHARE_GROUP_DESCRIBE 1-1
      SHARE_FETCH 1-2
      SHARE_ACKNOWLEDGE 1-2
      """;
}
