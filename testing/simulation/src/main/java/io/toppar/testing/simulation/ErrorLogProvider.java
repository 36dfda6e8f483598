package io.toppar.testing.simulation;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.helpers.BasicMDCAdapter;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** Gives the client under simulation its {@link ErrorLog}s. Found by SLF4J; any thread. */
public final class ErrorLogProvider implements SLF4JServiceProvider {

  private final ConcurrentMap<String, Logger> logs = new ConcurrentHashMap<>();
  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final MDCAdapter contexts = new BasicMDCAdapter();

  /** Made by SLF4J. */
  public ErrorLogProvider() {}

  @Override
  public ILoggerFactory getLoggerFactory() {
    return name -> logs.computeIfAbsent(name, ErrorLog::new);
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return contexts;
  }

  @Override
  public String getRequestedApiVersion() {
    return "2.0.99";
  }

  @Override
  public void initialize() {}
}
