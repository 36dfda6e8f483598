package io.toppar.testing.memory;

import io.toppar.domain.BrokerEndpoint;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One broker: whether it runs, and its fetch sessions. Guarded by the cluster. */
final class MemoryBroker {

  private static final int PORT = 9092;

  private BrokerEndpoint endpoint;
  private final Map<Integer, FetchSession> sessions = new LinkedHashMap<>();
  private int sessionSlots = 1000;
  private int lastSessionId;
  private int incarnation;
  private boolean up = true;
  private boolean silent;

  MemoryBroker(int id) {
    endpoint = new BrokerEndpoint(id, "broker-" + id + ".memory", PORT, null);
  }

  int id() {
    return endpoint.id();
  }

  BrokerEndpoint endpoint() {
    return endpoint;
  }

  void rack(@Nullable String rack) {
    endpoint = new BrokerEndpoint(endpoint.id(), endpoint.host(), endpoint.port(), rack);
  }

  boolean isUp() {
    return up;
  }

  boolean isSilent() {
    return silent;
  }

  void silent(boolean now) {
    silent = now;
  }

  /** Rises whenever its connections break. */
  int incarnation() {
    return incarnation;
  }

  void up(boolean now) {
    up = now;
    incarnation++;
    silent = false;
    sessions.clear();
  }

  void forgetSessions() {
    sessions.clear();
  }

  /** Bounds the sessions; the oldest goes first. */
  void sessionSlots(int slots) {
    sessionSlots = slots;
    evict();
  }

  @Nullable FetchSession session(int id) {
    return sessions.get(id);
  }

  /** Opens a session in place of another. */
  FetchSession openSession(int replacedId) {
    sessions.remove(replacedId);
    FetchSession session = new FetchSession(++lastSessionId);
    sessions.put(session.id(), session);
    evict();
    return session;
  }

  void closeSession(int id) {
    sessions.remove(id);
  }

  private void evict() {
    Iterator<FetchSession> oldest = sessions.values().iterator();
    for (int over = sessions.size() - sessionSlots; over > 0; over--) {
      oldest.next();
      oldest.remove();
    }
  }
}
