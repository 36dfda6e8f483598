package io.toppar.app.rig;

import io.toppar.ports.BatchBuilder;
import io.toppar.ports.BatchMemory;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.Compression;
import io.toppar.ports.RecordHeaders;
import io.toppar.ports.SealedBatch;
import io.toppar.ports.Slice;
import java.time.Duration;
import org.jspecify.annotations.NullUnmarked;

/** A gateway in memory whose batches can be filled or sealed no more once a test wants that. */
@NullUnmarked
public final class UnsealableGateway implements BrokerGateway {

  private final BrokerGateway memory;
  private RuntimeException failure;
  private Error errorAtBeginning;
  private volatile Runnable beforeAppending = () -> {};

  public UnsealableGateway(BrokerGateway memory) {
    this.memory = memory;
  }

  /** From now on sealing throws this. */
  public void failSealing(RuntimeException why) {
    failure = why;
  }

  /** From now on appending throws this; null for no longer. */
  public void failAppending(Error why) {
    beforeAppending(
        () -> {
          if (why != null) {
            throw why;
          }
        });
  }

  /** From now on appending does this first. */
  public void beforeAppending(Runnable action) {
    beforeAppending = action;
  }

  /** From now on no batch can be begun, for this; null for no longer. */
  public void failBeginning(Error why) {
    errorAtBeginning = why;
  }

  @Override
  public void open(Inbox inbox) {
    memory.open(inbox);
  }

  @Override
  public void submit(BrokerRequest request, long token) {
    memory.submit(request, token);
  }

  @Override
  public BatchBuilder newBatch(
      int limitBytes, int expectedBytes, Compression compression, BatchMemory account) {
    if (errorAtBeginning != null) {
      throw errorAtBeginning;
    }
    return new Builder(memory.newBatch(limitBytes, expectedBytes, compression, account));
  }

  @Override
  public void close(Duration timeout) {
    memory.close(timeout);
  }

  private final class Builder implements BatchBuilder {

    private final BatchBuilder builder;

    Builder(BatchBuilder builder) {
      this.builder = builder;
    }

    @Override
    public Append append(long timestampMillis, Slice key, Slice value, RecordHeaders headers) {
      beforeAppending.run();
      return builder.append(timestampMillis, key, value, headers);
    }

    @Override
    public boolean appendToHeld(
        long timestampMillis, Slice key, Slice value, RecordHeaders headers) {
      beforeAppending.run();
      return builder.appendToHeld(timestampMillis, key, value, headers);
    }

    @Override
    public int recordCount() {
      return builder.recordCount();
    }

    @Override
    public int sizeBytes() {
      return builder.sizeBytes();
    }

    @Override
    public int heldBytes() {
      return builder.heldBytes();
    }

    @Override
    public SealedBatch seal() {
      if (failure != null) {
        throw failure;
      }
      return builder.seal();
    }

    @Override
    public void discard() {
      builder.discard();
    }
  }
}
