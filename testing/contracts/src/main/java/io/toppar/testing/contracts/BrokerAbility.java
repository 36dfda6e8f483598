package io.toppar.testing.contracts;

/**
 * Something that a {@link BrokerGatewayFixture} may be able to do; what it cannot is skipped by the
 * contract, with a word.
 */
public enum BrokerAbility {
  /** Several brokers, and {@link BrokerGatewayFixture#moveLeader}. */
  MOVE_LEADER,
  /** {@link BrokerGatewayFixture#begin}. */
  TRANSACTIONS,
  /** {@link BrokerGatewayFixture#deleteRecords}. */
  DELETE_RECORDS,
  /** {@link BrokerGatewayFixture#deleteTopic}. */
  DELETE_TOPIC,
  /** {@link BrokerGatewayFixture#createLogAppendTimeTopic}. */
  LOG_APPEND_TIME,
  /** {@link BrokerGatewayFixture#removeRecords}. */
  GAPS,
  /** {@link BrokerGatewayFixture#cutLog}. */
  TRUNCATION,
  /** {@link BrokerGatewayFixture#silence} and {@link BrokerGatewayFixture#stop}. */
  OUTAGES,
  /** {@link BrokerGatewayFixture#loseSessions}. */
  LOST_SESSIONS,
  /** Topics have ids (Metadata 12, Fetch 13). */
  TOPIC_IDS,
  /** Offsets are found by the greatest timestamp (ListOffsets 7). */
  MAX_TIMESTAMP,
  /** The new leader is told beside NOT_LEADER (KIP-951, Fetch 16). */
  LEADER_HINTS,
  /** {@link BrokerGatewayFixture#createTopicInRacks}, and leaders name replicas (Fetch 11). */
  NEAR_REPLICAS,
  /** A Fetch tells of a cut log (Fetch 12). */
  DIVERGING_EPOCHS,
  /** {@link BrokerGatewayFixture#moveCoordinator} and {@link BrokerGatewayFixture#joinGroup}. */
  GROUPS,
  /** Offsets of open transactions are told apart (OffsetFetch 7). */
  STABLE_OFFSETS,
  /** {@link BrokerGatewayFixture#heldBuffers}. */
  COUNTED_BUFFERS,
  /** The gateway writes records. */
  PRODUCE,
  /**
   * {@link BrokerGatewayFixture#createCompactedTopic}, and records at fault are told (Produce 8).
   */
  RECORD_FAULTS
}
