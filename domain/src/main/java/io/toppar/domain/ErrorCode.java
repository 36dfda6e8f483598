package io.toppar.domain;

import java.util.Arrays;
import java.util.Locale;

/**
 * Every error code of Kafka's protocol, and those of librdkafka's local ones that this client uses.
 *
 * <p>Names and numbers are theirs; codes below -1 never travel on the wire. What to do about each
 * is {@link ErrorTable}. Immutable, any thread.
 */
public enum ErrorCode {
  LOCAL_BAD_MSG(
      -199,
      "the records are damaged (checksum, length or form): read on behind them, and "
          + "check the disk or network of that broker"),
  LOCAL_BAD_COMPRESSION(-198, "the records cannot be decompressed"),
  LOCAL_DESTROY(-197, "the client is being closed"),
  LOCAL_FAIL(-196),
  LOCAL_TRANSPORT(
      -195,
      "the connection to the broker was lost or refused: check that it runs and that "
          + "host, port and security.protocol are right"),
  LOCAL_RESOLVE(-193, "the host name of the broker cannot be resolved: check the name and the DNS"),
  LOCAL_MSG_TIMED_OUT(
      -192,
      "the message was not delivered within delivery.timeout.ms: check that the leader of its "
          + "partition runs, or allow more time"),
  LOCAL_PARTITION_EOF(-191, "everything up to the end of the partition has been read"),
  LOCAL_UNKNOWN_PARTITION(-190, "the topic has no such partition: list its partitions, or add one"),
  LOCAL_FS(-189, "the offset file cannot be read or written"),
  LOCAL_UNKNOWN_TOPIC(-188, "the cluster has no such topic: check the name, or create it"),
  LOCAL_ALL_BROKERS_DOWN(-187, "no broker can be reached: check bootstrap.servers and the network"),
  LOCAL_INVALID_ARG(-186, "an argument is not one that this call takes"),
  LOCAL_TIMED_OUT(-185, "the broker did not answer in time"),
  LOCAL_QUEUE_FULL(
      -184,
      "buffer.memory is used up by messages that are not delivered yet: slow down, wait, or "
          + "allow more"),
  LOCAL_WAIT_COORD(-180, "the coordinator of the group is not known yet"),
  LOCAL_IN_PROGRESS(-178, "the operation is still in progress"),
  LOCAL_PREV_IN_PROGRESS(
      -177, "an earlier operation is still in progress: try again once it has ended"),
  LOCAL_CONFLICT(-173, "the partition is assigned already"),
  LOCAL_STATE(-172, "the partition is not in a state for this: start it first"),
  LOCAL_NOT_IMPLEMENTED(-170, "the records are in a format that this client does not know"),
  LOCAL_AUTHENTICATION(-169, "the broker refused the credentials: check the sasl and ssl settings"),
  LOCAL_NO_OFFSET(-168, "there is no offset to store or to start from"),
  LOCAL_OUTDATED(-167, "a newer command has made this void"),
  LOCAL_UNSUPPORTED_FEATURE(-165, "the broker is too old for this: upgrade it"),
  LOCAL_PURGE_QUEUE(-152, "the message was purged before it was sent"),
  LOCAL_PURGE_INFLIGHT(
      -151, "the message was purged while it was being sent: it may be in the log all the same"),
  LOCAL_FATAL(
      -150,
      "the producer has met an error that it cannot go on after: see the first failure, and "
          + "make another producer"),
  LOCAL_INCONSISTENT(
      -149,
      "the broker has taken a message behind one that it refused, so order cannot be kept: "
          + "see its log, and make another producer"),
  LOCAL_AUTO_OFFSET_RESET(
      -140,
      "there is no valid position and auto.offset.reset is error: seek, or set another "
          + "policy"),
  LOCAL_LOG_TRUNCATION(
      -139, "the log was cut behind the reader: what was read beyond the cut exists no longer"),
  LOCAL_INVALID_DIFFERENT_RECORD(
      -138,
      "another message of the batch is invalid, and none of the batch was taken: send it again"),
  UNKNOWN_SERVER_ERROR(-1, "the broker failed in a way it does not name: see its log"),
  NONE(0, "no error"),
  OFFSET_OUT_OF_RANGE(1, "the position is outside the log: auto.offset.reset decides, or seek"),
  CORRUPT_MESSAGE(2, "the broker found records damaged: see its log"),
  UNKNOWN_TOPIC_OR_PARTITION(
      3, "the broker has no such topic or partition: check the name and number, or create " + "it"),
  INVALID_FETCH_SIZE(4),
  LEADER_NOT_AVAILABLE(5, "the partition has no leader just now: check that its brokers run"),
  NOT_LEADER_OR_FOLLOWER(
      6, "the broker does not lead the partition any more; its new leader is looked up"),
  REQUEST_TIMED_OUT(7, "the broker gave the request up after its own time limit"),
  BROKER_NOT_AVAILABLE(8, "the broker is not available"),
  REPLICA_NOT_AVAILABLE(9, "the broker holds no replica of the partition"),
  MESSAGE_TOO_LARGE(
      10, "the message is larger than the broker takes: see max.message.bytes of the topic"),
  STALE_CONTROLLER_EPOCH(11),
  OFFSET_METADATA_TOO_LARGE(12, "the metadata beside the offset is longer than the broker takes"),
  NETWORK_EXCEPTION(13, "the broker lost a connection of its own on the way"),
  COORDINATOR_LOAD_IN_PROGRESS(14, "the coordinator of the group is still loading its state"),
  COORDINATOR_NOT_AVAILABLE(15, "the group has no coordinator just now"),
  NOT_COORDINATOR(
      16,
      "the broker does not coordinate the group any more; its new coordinator is looked " + "up"),
  INVALID_TOPIC_EXCEPTION(
      17,
      "the topic name is not legal: letters, digits, dot, underscore and dash, at most " + "249"),
  RECORD_LIST_TOO_LARGE(
      18, "the batch is larger than a segment of the topic: see segment.bytes of the topic"),
  NOT_ENOUGH_REPLICAS(
      19, "fewer replicas are in sync than min.insync.replicas asks for: check the brokers"),
  NOT_ENOUGH_REPLICAS_AFTER_APPEND(
      20, "it was written, but to fewer replicas than min.insync.replicas asks for"),
  INVALID_REQUIRED_ACKS(21, "the broker does not take this value of acks"),
  ILLEGAL_GENERATION(22),
  INCONSISTENT_GROUP_PROTOCOL(23),
  INVALID_GROUP_ID(24),
  UNKNOWN_MEMBER_ID(25),
  INVALID_SESSION_TIMEOUT(26),
  REBALANCE_IN_PROGRESS(27),
  INVALID_COMMIT_OFFSET_SIZE(28),
  TOPIC_AUTHORIZATION_FAILED(29, "this client may not use the topic: ask for an ACL"),
  GROUP_AUTHORIZATION_FAILED(30, "this client may not use the group: ask for an ACL"),
  CLUSTER_AUTHORIZATION_FAILED(31, "this client may not do that on the cluster: ask for an ACL"),
  INVALID_TIMESTAMP(
      32, "the time of a message is too far from the broker's: see message.timestamp.after.max.ms"),
  UNSUPPORTED_SASL_MECHANISM(33, "the broker does not offer this sasl.mechanism"),
  ILLEGAL_SASL_STATE(
      34, "the broker wants no SASL here, or in another order: check security.protocol"),
  UNSUPPORTED_VERSION(35, "the broker does not speak this version of the request: upgrade it"),
  TOPIC_ALREADY_EXISTS(36),
  INVALID_PARTITIONS(37),
  INVALID_REPLICATION_FACTOR(38),
  INVALID_REPLICA_ASSIGNMENT(39),
  INVALID_CONFIG(40),
  NOT_CONTROLLER(41),
  INVALID_REQUEST(42, "the broker calls the request wrong: see its log"),
  UNSUPPORTED_FOR_MESSAGE_FORMAT(
      43, "the topic holds records in a format too old for this question"),
  POLICY_VIOLATION(44),
  OUT_OF_ORDER_SEQUENCE_NUMBER(
      45, "the broker misses messages that were sent before this one: see its log"),
  DUPLICATE_SEQUENCE_NUMBER(46, "the broker has the message already"),
  INVALID_PRODUCER_EPOCH(
      47, "the broker knows a newer epoch of this producer: somebody else uses its id"),
  INVALID_TXN_STATE(48),
  INVALID_PRODUCER_ID_MAPPING(49),
  INVALID_TRANSACTION_TIMEOUT(50),
  CONCURRENT_TRANSACTIONS(51),
  TRANSACTION_COORDINATOR_FENCED(52),
  TRANSACTIONAL_ID_AUTHORIZATION_FAILED(53),
  SECURITY_DISABLED(54),
  OPERATION_NOT_ATTEMPTED(55),
  KAFKA_STORAGE_ERROR(56, "the broker cannot reach the disk of the partition"),
  LOG_DIR_NOT_FOUND(57),
  SASL_AUTHENTICATION_FAILED(58, "the broker refused the credentials: check the sasl settings"),
  UNKNOWN_PRODUCER_ID(
      59, "the broker has forgotten this producer, as its messages have left the log"),
  REASSIGNMENT_IN_PROGRESS(60),
  DELEGATION_TOKEN_AUTH_DISABLED(61),
  DELEGATION_TOKEN_NOT_FOUND(62),
  DELEGATION_TOKEN_OWNER_MISMATCH(63),
  DELEGATION_TOKEN_REQUEST_NOT_ALLOWED(64),
  DELEGATION_TOKEN_AUTHORIZATION_FAILED(65),
  DELEGATION_TOKEN_EXPIRED(66),
  INVALID_PRINCIPAL_TYPE(67),
  NON_EMPTY_GROUP(68),
  GROUP_ID_NOT_FOUND(69),
  FETCH_SESSION_ID_NOT_FOUND(70, "the broker has dropped the fetch session; another is opened"),
  INVALID_FETCH_SESSION_EPOCH(71, "the fetch session is out of step; another is opened"),
  LISTENER_NOT_FOUND(
      72, "the leader has no listener of this kind: check the listeners of the brokers"),
  TOPIC_DELETION_DISABLED(73),
  FENCED_LEADER_EPOCH(74, "the leader is newer than the client knows; metadata is asked for"),
  UNKNOWN_LEADER_EPOCH(75, "the broker does not know of the new leader yet"),
  UNSUPPORTED_COMPRESSION_TYPE(
      76, "the broker cannot send this compression to this version of the request"),
  STALE_BROKER_EPOCH(77),
  OFFSET_NOT_AVAILABLE(78, "the new leader cannot tell its end yet"),
  MEMBER_ID_REQUIRED(79),
  PREFERRED_LEADER_NOT_AVAILABLE(80),
  GROUP_MAX_SIZE_REACHED(81),
  FENCED_INSTANCE_ID(82),
  ELIGIBLE_LEADERS_NOT_AVAILABLE(83),
  ELECTION_NOT_NEEDED(84),
  NO_REASSIGNMENT_IN_PROGRESS(85),
  GROUP_SUBSCRIBED_TO_TOPIC(86),
  INVALID_RECORD(87, "the topic does not take this message: see the broker's words"),
  UNSTABLE_OFFSET_COMMIT(88),
  THROTTLING_QUOTA_EXCEEDED(89, "the quota of this client is used up for now"),
  PRODUCER_FENCED(90),
  RESOURCE_NOT_FOUND(91),
  DUPLICATE_RESOURCE(92),
  UNACCEPTABLE_CREDENTIAL(93),
  INCONSISTENT_VOTER_SET(94),
  INVALID_UPDATE_VERSION(95),
  FEATURE_UPDATE_FAILED(96),
  PRINCIPAL_DESERIALIZATION_FAILURE(97),
  SNAPSHOT_NOT_FOUND(98),
  POSITION_OUT_OF_RANGE(99),
  UNKNOWN_TOPIC_ID(100, "the topic was deleted, or deleted and made again"),
  DUPLICATE_BROKER_REGISTRATION(101),
  BROKER_ID_NOT_REGISTERED(102),
  INCONSISTENT_TOPIC_ID(103, "the topic was deleted and made again under the same name"),
  INCONSISTENT_CLUSTER_ID(104),
  TRANSACTIONAL_ID_NOT_FOUND(105),
  FETCH_SESSION_TOPIC_ID_ERROR(
      106, "the fetch session mixes topic names and ids; another is opened"),
  INELIGIBLE_REPLICA(107),
  NEW_LEADER_ELECTED(108),
  OFFSET_MOVED_TO_TIERED_STORAGE(109, "the position is in tiered storage"),
  FENCED_MEMBER_EPOCH(110),
  UNRELEASED_INSTANCE_ID(111),
  UNSUPPORTED_ASSIGNOR(112),
  STALE_MEMBER_EPOCH(113),
  MISMATCHED_ENDPOINT_TYPE(114),
  UNSUPPORTED_ENDPOINT_TYPE(115),
  UNKNOWN_CONTROLLER_ID(116),
  UNKNOWN_SUBSCRIPTION_ID(117),
  TELEMETRY_TOO_LARGE(118),
  INVALID_REGISTRATION(119),
  TRANSACTION_ABORTABLE(120),
  INVALID_RECORD_STATE(121),
  SHARE_SESSION_NOT_FOUND(122),
  INVALID_SHARE_SESSION_EPOCH(123),
  FENCED_STATE_EPOCH(124),
  INVALID_VOTER_KEY(125),
  DUPLICATE_VOTER(126),
  VOTER_NOT_FOUND(127),
  INVALID_REGULAR_EXPRESSION(128),
  REBOOTSTRAP_REQUIRED(129, "the broker asks the client to begin again at the bootstrap list"),
  STREAMS_INVALID_TOPOLOGY(130),
  STREAMS_INVALID_TOPOLOGY_EPOCH(131),
  STREAMS_TOPOLOGY_FENCED(132),
  SHARE_SESSION_LIMIT_REACHED(133),
  GROUP_DELETION_FAILED(134),
  STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED(135),
  CONTROLLER_ID_NOT_REGISTERED(136);

  private static final ErrorCode[] BY_CODE = byCode();

  private final short code;
  private final String text;

  ErrorCode(int code) {
    this.code = (short) code;
    this.text = name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  ErrorCode(int code, String text) {
    this.code = (short) code;
    this.text = text;
  }

  /**
   * The error of a number read off the wire, found by index. One that Kafka does not define, the
   * local ones among them, is {@link #UNKNOWN_SERVER_ERROR}; {@link #describe(short)} keeps the
   * number for messages.
   */
  public static ErrorCode forCode(short code) {
    int index = code - UNKNOWN_SERVER_ERROR.code;
    return index >= 0 && index < BY_CODE.length ? BY_CODE[index] : UNKNOWN_SERVER_ERROR;
  }

  /** A number read off the wire for people, also one that this client does not know. */
  public static String describe(short code) {
    ErrorCode known = forCode(code);
    return known.code == code
        ? known.describe()
        : "error code " + code + ", which this client does not know: see the log of the broker";
  }

  /** The number on the wire, or librdkafka's for local errors. */
  public short code() {
    return code;
  }

  /** One line for people, lower case: what it means and, where something helps, what to do. */
  public String text() {
    return text;
  }

  /** Whether the client itself raises it, so that it never travels on the wire. */
  public boolean isLocal() {
    return code < UNKNOWN_SERVER_ERROR.code;
  }

  /** Text, name and number. */
  public String describe() {
    return text + " (" + name() + ", " + code + ")";
  }

  private static ErrorCode[] byCode() {
    ErrorCode[] all = values();
    int greatest = all[all.length - 1].code;
    ErrorCode[] byCode = new ErrorCode[greatest - UNKNOWN_SERVER_ERROR.code + 1];
    Arrays.fill(byCode, UNKNOWN_SERVER_ERROR);
    for (ErrorCode error : all) {
      if (!error.isLocal()) {
        byCode[error.code - UNKNOWN_SERVER_ERROR.code] = error;
      }
    }
    return byCode;
  }
}
