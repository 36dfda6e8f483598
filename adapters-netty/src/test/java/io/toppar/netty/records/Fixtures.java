package io.toppar.netty.records;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/** Stored batches as a broker sends them, built by hand, byte for byte. */
final class Fixtures {

  static final long BASE_TIME = 1_700_000_000_000L;

  /** Offsets 10 to 12: key and value; neither, with a header of null; both empty. */
  static final byte[] F01 =
      hex(
          "000000000000000a0000004d00000003025e2f33080000000000020000018bcfe568000000018bcfe5"
              + "6814ffffffffffffffffffffffffffff0000000314000000046b3104763100120014020101020268010c002804000000");

  /** Base 20, last delta 4, emptied by compaction. */
  static final byte[] F02 =
      hex(
          "0000000000000014000000310000000302f48643180000000000040000018bcfe568000000018bcfe5"
              + "6800ffffffffffffffffffffffffffff00000000");

  /** Producer 1000: data 28 and 29. */
  static final byte[] F03_DATA =
      hex(
          "000000000000001c000000430000000302179202700010000000010000018bcfe568000000018bcfe5"
              + "680000000000000003e80000000000000000000210000000026102780010000002026202"
              + "7900");

  /** Producer 1000: abort marker 30. */
  static final byte[] F03_ABORT =
      hex(
          "000000000000001e00000042000000030255929fd70030000000000000018bcfe568000000018bcfe5"
              + "680000000000000003e80000ffffffff000000012000000008000000000c00000000000000");

  /** Producer 1000: commit marker 31. */
  static final byte[] F03_COMMIT =
      hex(
          "000000000000001f000000420000000302a1ac499f0030000000000000018bcfe568000000018bcfe5"
              + "680000000000000003e80000ffffffff000000012000000008000000010c00000000000000");

  /** Base 40, last delta 9, records at deltas 2 and 5. */
  static final byte[] F04 =
      hex(
          "00000000000000280000004300000003027eb724630000000000090000018bcfe568000000018bcfe5"
              + "6800ffffffffffffffffffffffffffff000000021000000402610231001000000a0262023200");

  /** Offsets 50 and 51 with broker time; the base time is -1. */
  static final byte[] F05 =
      hex(
          "0000000000000032000000410000000302c3b065ce000800000001ffffffffffffffff0000018bcfe5"
              + "7b88ffffffffffffffffffffffffffff000000020e000000010270000e000e0201027100");

  /** F01 with its last bit flipped. */
  static final byte[] F06 = flipped(F01, F01.length - 1, 0x01);

  /** Offsets 60 and 61, a time delta of 1,700,000,000,000. */
  static final byte[] F07 =
      hex(
          "000000000000003c0000004a000000030244cf769300000000000100000000000000000000018bcfe5"
              + "6800ffffffffffffffffffffffffffff000000021200000001066f6c64001c0080a0abfef96202"
              + "01066e657700");

  /** Offset 70, a record count of -1, a good checksum. */
  static final byte[] F08 =
      hex(
          "0000000000000046000000310000000302c404afac0000000000000000018bcfe568000000018bcfe5"
              + "6800ffffffffffffffffffffffffffffffffffff");

  /** Magic 0: gzip wrapper 201 around 200 and 201. */
  static final byte[] F10 =
      hex(
          "00000000000000c9000000422cf2539f0001ffffffff000000341f8b08000000000002ff636000831340"
              + "cc1f78dfca8881e13f1000798c891019869320a913d7b23b10524900e8bcd1fc36000000");

  /** Snappy, block framing: offsets 80 and 81. */
  static final byte[] F11_FRAMED =
      hex(
          "00000000000000500000005f00000003023b2a93920002000000010000018bcfe568000000018bcfe5"
              + "6800ffffffffffffffffffffffffffff0000000282534e4150505900000000010000000100"
              + "00000b09201000000001047330000000000b0920100000020104733100");

  /** Snappy, one bare block: offsets 80 and 81. */
  static final byte[] F11_BARE =
      hex(
          "00000000000000500000004500000003021acd53e30002000000010000018bcfe568000000018bcfe5"
              + "6800ffffffffffffffffffffffffffff0000000212441000000001047330001000000201047331"
              + "00");

  /** Gzip: offset 110, key g, value zip. */
  static final byte[] F13 =
      hex(
          "000000000000006e0000005000000003022603b8600001000000000000018bcfe568000000018bcfe5"
              + "6800ffffffffffffffffffffffffffff000000011f8b08000000000002ff13616060604a67abca"
              + "2c6000006f143d140b000000");

  private Fixtures() {}

  static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }

  static byte[] flipped(byte[] bytes, int index, int bits) {
    byte[] copy = bytes.clone();
    copy[index] ^= (byte) bits;
    return copy;
  }

  static byte[] first(byte[] bytes, int length) {
    return Arrays.copyOf(bytes, length);
  }

  static byte[] join(byte[]... parts) {
    int total = 0;
    for (byte[] part : parts) {
      total += part.length;
    }
    byte[] whole = new byte[total];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, whole, at, part.length);
      at += part.length;
    }
    return whole;
  }

  /** A copy of one batch with the checksum that its bytes should have. */
  static byte[] sealed(byte[] batch) {
    byte[] copy = batch.clone();
    boolean old = copy[16] < 2;
    Checksum checksum = old ? new CRC32() : new CRC32C();
    int from = old ? 16 : 21;
    checksum.update(copy, from, copy.length - from);
    ByteBuffer.wrap(copy).putInt(old ? 12 : 17, (int) checksum.getValue());
    return copy;
  }

  /** A copy of one batch of magic 2 at other offsets; those are outside of the checksum. */
  static byte[] at(long baseOffset, byte[] batch) {
    byte[] copy = batch.clone();
    ByteBuffer.wrap(copy).putLong(0, baseOffset);
    return copy;
  }

  /** A copy of one batch of magic 2 with other record bytes, sealed. */
  static byte[] withRecords(byte[] batch, int codec, byte[] records) {
    byte[] copy = join(first(batch, 61), records);
    ByteBuffer buffer = ByteBuffer.wrap(copy);
    buffer.putInt(8, copy.length - 12);
    buffer.putShort(21, (short) ((buffer.getShort(21) & ~7) | codec));
    return sealed(copy);
  }
}
