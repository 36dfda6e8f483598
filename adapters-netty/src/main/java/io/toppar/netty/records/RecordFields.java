package io.toppar.netty.records;

/** Where the parts of one decoded record are; written over by the next. A length of -1 is null. */
final class RecordFields {

  byte[] bytes = {};
  long offset = -1;
  long timestamp;
  int keyAt;
  int keyLength;
  int valueAt;
  int valueLength;
  int headersAt;
  int headerCount;

  /** Bytes of header names and values, without their lengths. */
  int headerBytes;
}
