package io.toppar.testing.memory;

import io.toppar.ports.BrokerRequest;

/** The families of {@link BrokerRequest}. */
public enum RequestFamily {
  /** {@link BrokerRequest.Metadata}. */
  METADATA(BrokerRequest.Metadata.class),
  /** {@link BrokerRequest.ListOffsets}. */
  LIST_OFFSETS(BrokerRequest.ListOffsets.class),
  /** {@link BrokerRequest.EpochEnds}. */
  EPOCH_ENDS(BrokerRequest.EpochEnds.class),
  /** {@link BrokerRequest.Fetch}. */
  FETCH(BrokerRequest.Fetch.class),
  /** {@link BrokerRequest.FindCoordinator}. */
  FIND_COORDINATOR(BrokerRequest.FindCoordinator.class),
  /** {@link BrokerRequest.OffsetCommit}. */
  OFFSET_COMMIT(BrokerRequest.OffsetCommit.class),
  /** {@link BrokerRequest.OffsetFetch}. */
  OFFSET_FETCH(BrokerRequest.OffsetFetch.class),
  /** {@link BrokerRequest.OffsetDelete}. */
  OFFSET_DELETE(BrokerRequest.OffsetDelete.class),
  /** {@link BrokerRequest.Produce}. */
  PRODUCE(BrokerRequest.Produce.class),
  /** {@link BrokerRequest.InitProducerId}. */
  INIT_PRODUCER_ID(BrokerRequest.InitProducerId.class);

  private final Class<? extends BrokerRequest> type;

  RequestFamily(Class<? extends BrokerRequest> type) {
    this.type = type;
  }

  /** Whether such a request changes something, so that it may have had its effect when it fails. */
  boolean writes() {
    return this == OFFSET_COMMIT || this == OFFSET_DELETE || this == PRODUCE;
  }

  /** The family of a request. */
  public static RequestFamily of(BrokerRequest request) {
    for (RequestFamily family : values()) {
      if (family.type.isInstance(request)) {
        return family;
      }
    }
    throw new IllegalArgumentException("no family for " + request.getClass());
  }
}
