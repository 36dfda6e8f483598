package io.toppar.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Inject;
import com.google.inject.Injector;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import io.toppar.app.client.Assignment;
import io.toppar.app.client.Consumer;
import io.toppar.app.client.ConsumerEvent;
import io.toppar.app.client.Record;
import io.toppar.app.client.RecordBatch;
import io.toppar.app.engine.ManualRunner;
import io.toppar.app.wiring.AdaptersModule;
import io.toppar.app.wiring.ClientBuilder;
import io.toppar.app.wiring.Toppar;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.Slice;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.MemoryOffsetStore;
import io.toppar.testing.memory.MemoryOffsets;
import io.toppar.testing.memory.MemoryRecord;
import io.toppar.testing.memory.TopicSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The application that docs/testing.md tests, and its test, as they stand there. */
class ApplicationGuideTest {

  // docs: application
  /** Keeps the words of a topic, and forgets those that the cluster has lost. */
  static final class Dictionary {
    private static final TopicPartition WORDS = new TopicPartition("words", 0);
    private final Consumer consumer;
    private final NavigableMap<Long, String> words = new TreeMap<>();

    @Inject
    Dictionary(Consumer consumer) {
      this.consumer = consumer;
      consumer.assign(List.of(Assignment.beginning(WORDS)));
    }

    /** Takes in what comes within a second. */
    void work() {
      ConsumerEvent event = consumer.pollEvent(Duration.ofSeconds(1));
      if (event instanceof ConsumerEvent.Batch records) {
        try (RecordBatch batch = records.batch()) {
          batch.forEach(this::learn);
        }
      } else if (event instanceof ConsumerEvent.PositionReset reset) {
        words.tailMap(reset.to(), true).clear();
      }
    }

    private void learn(Record record) {
      Slice word = record.value();
      if (word != null) {
        words.put(record.offset(), word.utf8());
      }
    }
  }

  /** In production {@code new DictionaryModule(Toppar.builder())}. */
  static final class DictionaryModule extends AbstractModule {
    private final ClientBuilder client;

    DictionaryModule(ClientBuilder client) {
      this.client = client;
    }

    @Override
    protected void configure() {
      bind(Dictionary.class).in(Singleton.class);
    }

    @Provides
    @Singleton
    Consumer consumer() {
      return client.set("bootstrap.servers", "kafka:9092").consumer();
    }
  }

  // docs: end

  // docs: test
  private final ManualClock clock = new ManualClock();
  private final MemoryCluster cluster = new MemoryCluster(clock, 2);
  private final MemoryBrokerGateway gateway = new MemoryBrokerGateway(cluster, clock);
  private final Queue<Runnable> storeWork = new ArrayDeque<>();

  @Test
  void wordsLostByTheClusterAreForgotten() {
    TopicPartition words0 = new TopicPartition("words", 0);
    cluster.createTopic("words", 1, TopicSettings.DEFAULTS.withReplicas(2));
    append(words0, "alpha", "beta", "gamma");
    ClientBuilder client =
        Toppar.builder()
            .install(
                AdaptersModule.of(
                    gateway, new MemoryOffsetStore(new MemoryOffsets(), storeWork::add), clock))
            .runner(new ManualRunner(this::letPass));
    Injector injector = Guice.createInjector(new DictionaryModule(client));
    Dictionary dictionary = injector.getInstance(Dictionary.class);
    dictionary.work();
    assertThat(dictionary.words.values()).containsExactly("alpha", "beta", "gamma");

    // Another broker leads, and has every word: nothing is lost, nothing comes twice.
    cluster.moveLeader(words0, 2);
    append(words0, "delta");
    dictionary.work();
    assertThat(dictionary.words.values()).containsExactly("alpha", "beta", "gamma", "delta");

    // The first broker leads again, and has only two words. Others follow in their places.
    cluster.electUnclean(words0, 1, 2);
    append(words0, "epsilon");
    dictionary.work();
    assertThat(dictionary.words.values()).as("told of the loss").containsExactly("alpha", "beta");
    dictionary.work();
    assertThat(dictionary.words.values()).containsExactly("alpha", "beta", "epsilon");

    injector.getInstance(Consumer.class).close();
    assertThat(cluster.outstandingBuffers()).isZero();
  }

  private void append(TopicPartition partition, String... words) {
    cluster.append(partition, Stream.of(words).map(MemoryRecord::of).toList());
  }

  /** What happens while the client waits: the store works, else time passes to the next event. */
  private boolean letPass(long untilNanos) {
    Runnable work = storeWork.poll();
    if (work != null) {
      work.run();
      return true;
    }
    long next = Math.min(gateway.nextEventNanos(), untilNanos);
    boolean more = next < untilNanos || next > clock.nanoTime();
    clock.advanceTo(next);
    return gateway.runDue() > 0 || more;
  }

  // docs: end

  @Test
  void theGuideShowsThisApplicationAndItsTest() throws IOException {
    Guide guide = new Guide("testing.md", getClass());
    guide.assertShows("application");
    guide.assertShows("test");
  }
}
