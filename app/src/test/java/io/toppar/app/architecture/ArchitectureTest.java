package io.toppar.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The walls stand, and each of them would be seen to fall. */
class ArchitectureTest {

  private static final Walls OURS = new Walls("io.toppar", "io.netty", "picocli");
  private static final Walls PLANTED =
      new Walls("io.toppar.planted", "io.toppar.planted.foreign", "io.toppar.planted.foreign");
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.toppar");
  private static final JavaClasses VIOLATIONS =
      new ClassFileImporter().importPackages("io.toppar.planted");

  static Stream<Arguments> walls() {
    return Stream.of(
        wall("the domain needs nothing but the language", Walls::domainNeedsNothingButTheLanguage),
        wall("the domain has no clock, thread or chance", Walls::domainHasNoWorld),
        wall("ports speak only of the domain", Walls::portsSpeakOnlyOfTheDomain),
        wall("adapters do not see each other", Walls::adaptersDoNotSeeEachOther),
        wall("arrows point inwards", Walls::arrowsPointInwards),
        wall("Guice stays in wiring", Walls::guiceStaysInWiring),
        wall("Netty stays in its adapter", Walls::nettyStaysInItsAdapter),
        wall("picocli stays in the command line", Walls::picocliStaysInTheCommandLine),
        wall("only wiring knows adapters", Walls::onlyWiringKnowsAdapters),
        wall("the command line makes no adapter", Walls::theCommandLineMakesNoAdapter),
        wall("the engine sees no facade", Walls::theEngineSeesNoFacade),
        wall("no cycles among the app's packages", Walls::packagesOfTheAppAreFreeOfCycles),
        wall("nothing but the command line prints", Walls::nothingButTheCommandLinePrints),
        wall("only the clock reads the time", Walls::onlyTheClockReadsTheTime));
  }

  private static Arguments wall(String name, Function<Walls, ArchRule> rule) {
    return Arguments.of(name, rule);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("walls")
  void stands(String name, Function<Walls, ArchRule> rule) {
    rule.apply(OURS).check(CLASSES);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("walls")
  void isSeenToFallOverAPlantedViolation(String name, Function<Walls, ArchRule> rule) {
    assertThat(rule.apply(PLANTED).evaluate(VIOLATIONS).hasViolation()).as(name).isTrue();
  }
}
