module example.domainonly {
  requires io.toppar.domain;
}
