package io.toppar.planted.domain;

import java.util.concurrent.ConcurrentHashMap;

/** A machine that looks at the clock and locks, and points outwards. */
public final class AsksTheWorld {

  public final ConcurrentHashMap<String, Long> seen = new ConcurrentHashMap<>();

  public long now() {
    seen.put("facade", (long) new io.toppar.planted.app.client.MakesAnAdapter().hashCode());
    return System.nanoTime();
  }
}
