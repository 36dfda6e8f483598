module example.memory {
  requires io.toppar.app;
  requires io.toppar.testing.memory;
}
