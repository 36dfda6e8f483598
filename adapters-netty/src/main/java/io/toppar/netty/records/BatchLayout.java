package io.toppar.netty.records;

/** Where the fields of stored batches are, relative to the start of the batch, in bytes. */
final class BatchLayout {

  /** Offset and length: common to all magics; the length counts what follows it. */
  static final int LENGTH = 8;

  static final int PREFIX_BYTES = 12;

  static final int MAGIC = 16;
  static final int MAGIC_END = MAGIC + 1;

  /** Record batch of magic 2. */
  static final int LEADER_EPOCH = 12;

  static final int CRC = 17;
  static final int ATTRIBUTES = 21;
  static final int LAST_OFFSET_DELTA = 23;
  static final int BASE_TIMESTAMP = 27;
  static final int MAX_TIMESTAMP = 35;
  static final int PRODUCER_ID = 43;
  static final int RECORD_COUNT = 57;
  static final int RECORDS = 61;

  /** The least a record takes: seven one-byte numbers. */
  static final int MIN_RECORD_BYTES = 7;

  /** Message of magic 0 or 1. */
  static final int MESSAGE_CRC = 12;

  static final int MESSAGE_ATTRIBUTES = 17;
  static final int MESSAGE_TIMESTAMP = 18;
  static final int MESSAGE_KEY_0 = 18;
  static final int MESSAGE_KEY_1 = 26;

  static final int CODEC_MASK = 0x07;
  static final int LOG_APPEND_TIME = 0x08;
  static final int TRANSACTIONAL = 0x10;
  static final int CONTROL = 0x20;

  private BatchLayout() {}

  /** The bytes a batch of this magic has at least, its prefix included. */
  static int minBytes(int magic) {
    return switch (magic) {
      case 0 -> MESSAGE_KEY_0 + 8;
      case 1 -> MESSAGE_KEY_1 + 8;
      default -> RECORDS;
    };
  }
}
