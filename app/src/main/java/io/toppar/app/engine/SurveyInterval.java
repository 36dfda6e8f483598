package io.toppar.app.engine;

import io.toppar.domain.Deadlines;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Has readings taken at an interval; while nobody wants them it costs nothing. The duty thread
 * only.
 */
final class SurveyInterval<R> extends Alarm {

  private final TimingWheel wheel;
  private final LongFunction<R> survey;
  private long intervalNanos;
  private @Nullable Consumer<R> taker;

  /** Not running; the survey takes readings as of a time. */
  SurveyInterval(TimingWheel wheel, LongFunction<R> survey) {
    this.wheel = wheel;
    this.survey = survey;
  }

  /** From now on readings are taken each time so long after those before; the taker is quick. */
  void every(long nanos, Consumer<R> readingsTaker, long nowNanos) {
    intervalNanos = nanos;
    taker = readingsTaker;
    wheel.arm(this, Deadlines.after(nowNanos, nanos));
  }

  @Override
  void ring(long nowNanos) {
    if (taker != null) {
      wheel.arm(this, Deadlines.after(nowNanos, intervalNanos));
      taker.accept(survey.apply(nowNanos));
    }
  }
}
