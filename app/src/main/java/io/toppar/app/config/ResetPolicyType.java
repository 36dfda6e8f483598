package io.toppar.app.config;

import io.toppar.domain.ResetPolicy;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;

/** The words for reset policies, and {@code by_duration:PT1H} (KIP-1106). Immutable, any thread. */
final class ResetPolicyType extends ConfigType<ResetPolicy> {

  private static final String BY_DURATION = "by_duration:";

  private final ConfigType<ResetPolicy> words;

  private ResetPolicyType(ConfigType<ResetPolicy> words) {
    super(words.description() + ", " + BY_DURATION + "PnDTnHnMn.nS");
    this.words = words;
  }

  static ConfigType<ResetPolicy> of(Map<String, ResetPolicy> words) {
    return new ResetPolicyType(choice(words));
  }

  @Override
  ResetPolicy parse(Object given) {
    String text = given.toString().trim();
    if (!text.toLowerCase(Locale.ROOT).startsWith(BY_DURATION)) {
      return words.parse(text);
    }
    try {
      return ResetPolicy.byDuration(Duration.parse(text.substring(BY_DURATION.length())));
    } catch (DateTimeParseException | ArithmeticException e) {
      throw new IllegalArgumentException("no duration", e);
    }
  }

  @Override
  String format(ResetPolicy value) {
    return value.kind() == ResetPolicy.Kind.BY_DURATION
        ? BY_DURATION + Duration.ofMillis(value.ageMillis())
        : words.format(value);
  }
}
