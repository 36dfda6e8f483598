package io.toppar.testing.simulation;

import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.AbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/**
 * A log in which an error is a finding: the client survives a machine that throws, and would hide
 * it here. Any thread.
 */
final class ErrorLog extends AbstractLogger {

  private static final long serialVersionUID = 1L;

  /** Tells of a gateway that broke its promise, as {@link FaultStep.KeepBack} makes it do. */
  private static final String TELLS_OF_GATEWAYS = "BrokerCalls";

  /** Tells of callbacks that threw, as {@link WriterStep.Way#THROW} makes them do. */
  private static final String TELLS_OF_CALLBACKS = "Reporting";

  private final boolean finds;

  ErrorLog(String name) {
    this.name = name;
    this.finds =
        name.startsWith("io.toppar.app")
            && !name.endsWith(TELLS_OF_GATEWAYS)
            && !name.endsWith(TELLS_OF_CALLBACKS);
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      String message,
      Object @Nullable [] arguments,
      @Nullable Throwable cause) {
    if (finds && level == Level.ERROR) {
      String text = MessageFormatter.basicArrayFormat(message, arguments);
      throw new Violation(Violation.Kind.BROKEN, text, cause);
    }
  }

  @Override
  public boolean isErrorEnabled() {
    return finds;
  }

  @Override
  public boolean isErrorEnabled(Marker marker) {
    return finds;
  }

  @Override
  public boolean isWarnEnabled() {
    return false;
  }

  @Override
  public boolean isWarnEnabled(Marker marker) {
    return false;
  }

  @Override
  public boolean isInfoEnabled() {
    return false;
  }

  @Override
  public boolean isInfoEnabled(Marker marker) {
    return false;
  }

  @Override
  public boolean isDebugEnabled() {
    return false;
  }

  @Override
  public boolean isDebugEnabled(Marker marker) {
    return false;
  }

  @Override
  public boolean isTraceEnabled() {
    return false;
  }

  @Override
  public boolean isTraceEnabled(Marker marker) {
    return false;
  }
}
