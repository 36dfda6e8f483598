package io.toppar.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Kind;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked
class OutageTest {

  private final Outage outage = new Outage();

  @Test
  void eachCauseIsNewsOnceUntilAnAnswerComes() {
    assertThat(isNews(Kind.TRANSPORT, ErrorCode.NONE)).isTrue();
    assertThat(isNews(Kind.TRANSPORT, ErrorCode.NONE)).isFalse();
    assertThat(isNews(Kind.TIMED_OUT, ErrorCode.NONE)).isTrue();
    assertThat(isNews(Kind.TRANSPORT, ErrorCode.NONE)).isFalse();
    assertThat(isNews(Kind.BROKER_ERROR, ErrorCode.CLUSTER_AUTHORIZATION_FAILED)).isTrue();
    assertThat(isNews(Kind.BROKER_ERROR, ErrorCode.UNKNOWN_SERVER_ERROR)).isTrue();

    outage.over();
    assertThat(isNews(Kind.TRANSPORT, ErrorCode.NONE)).isTrue();
  }

  private boolean isNews(Kind kind, ErrorCode error) {
    return outage.isNews(new BrokerOutcome.Failed(kind, error, "refused, try " + kind, false));
  }
}
