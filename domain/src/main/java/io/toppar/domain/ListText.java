package io.toppar.domain;

/**
 * Which elements of a list are printed for people, and how (L10).
 *
 * <p>Immutable, any thread.
 */
public enum ListText {
  /** Every element, with its error if it has one. */
  ALL,
  /** Only elements that have an error. */
  ONLY_ERRORS,
  /** Every element, without errors. */
  WITHOUT_ERRORS;

  private static final String BETWEEN = ", ";
  private static final String CUT = "...";

  String of(TopicPartitionList list, int maxChars) {
    StringBuilder text = new StringBuilder();
    for (TopicPartitionEntry element : list) {
      if (this == ONLY_ERRORS && element.error() == ErrorCode.NONE) {
        continue;
      }
      if (text.length() > 0) {
        text.append(BETWEEN);
      }
      element.appendTo(text, this != WITHOUT_ERRORS);
      if (text.length() > maxChars) {
        text.setLength(Math.max(maxChars - CUT.length(), 0));
        return text.append(CUT).toString();
      }
    }
    return text.toString();
  }
}
