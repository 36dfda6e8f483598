module example.defaultwiring {
  requires io.toppar.app;
  requires io.toppar.netty;
  requires io.toppar.fileoffsets;
}
