/** Offsets in local files, in librdkafka's layout or in a journal. */
@org.jspecify.annotations.NullMarked
module io.toppar.fileoffsets {
  requires static transitive org.jspecify;
  requires transitive io.toppar.ports;
  requires org.slf4j;

  exports io.toppar.fileoffsets;
}
