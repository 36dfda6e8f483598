package io.toppar.app.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;

/**
 * The walls that Maven and the module system cannot see, for the packages under a root. The root is
 * a parameter so that each wall can be shown to stand: the same rule must fail over planted
 * violations.
 *
 * @param root {@code io.toppar}, or where the planted classes are
 * @param nettyLibrary package of the Netty library
 * @param picocli package of the command line library
 */
record Walls(String root, String nettyLibrary, String picocli) {

  private String under(String name) {
    return root + "." + name + "..";
  }

  ArchRule domainNeedsNothingButTheLanguage() {
    DescribedPredicate<JavaClass> allowed =
        resideInAnyPackage("java.lang..", "java.nio", "java.util", "java.util.function")
            .or(resideInAnyPackage("java.util.random", "java.util.regex", "java.nio.charset"))
            .or(resideInAnyPackage("org.jspecify.annotations", under("domain")))
            .or(type(Duration.class))
            .or(DescribedPredicate.describe("arrays", JavaClass::isPrimitive))
            .as("the language");
    return classes()
        .that()
        .resideInAPackage(under("domain"))
        .should()
        .onlyDependOnClassesThat(allowed);
  }

  ArchRule domainHasNoWorld() {
    return noClasses()
        .that()
        .resideInAPackage(under("domain"))
        .should()
        .dependOnClassesThat(
            type(Thread.class)
                .or(type(Runtime.class))
                .or(type(Instant.class))
                .or(type(Random.class))
                .as("clock, threads or chance"))
        .orShould()
        .callMethodWhere(
            DescribedPredicate.describe(
                "the target is the system, but for copying arrays",
                call ->
                    call.getTargetOwner().isEquivalentTo(System.class)
                        && !call.getName().equals("arraycopy")));
  }

  ArchRule portsSpeakOnlyOfTheDomain() {
    return classes()
        .that()
        .resideInAPackage(under("ports"))
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                "java..", "org.jspecify.annotations", under("domain"), under("ports")));
  }

  ArchRule adaptersDoNotSeeEachOther() {
    return slices().matching(root + ".(netty|fileoffsets)..").should().notDependOnEachOther();
  }

  ArchRule arrowsPointInwards() {
    return noClasses()
        .that()
        .resideInAnyPackage(under("domain"), under("ports"), under("netty"), under("fileoffsets"))
        .should()
        .dependOnClassesThat(resideInAPackage(under("app")));
  }

  ArchRule guiceStaysInWiring() {
    return noClasses()
        .that(resideInAPackage(root + "..").and(not(resideInAPackage(under("app.wiring")))))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("com.google.inject..", "jakarta.inject..", "javax.inject.."));
  }

  ArchRule nettyStaysInItsAdapter() {
    return noClasses()
        .that(resideInAPackage(root + "..").and(not(resideInAPackage(under("netty")))))
        .should()
        .dependOnClassesThat(resideInAPackage(nettyLibrary + ".."));
  }

  ArchRule picocliStaysInTheCommandLine() {
    return noClasses()
        .that(resideInAPackage(root + "..").and(not(resideInAPackage(under("app.cli")))))
        .should()
        .dependOnClassesThat(resideInAPackage(picocli + ".."));
  }

  ArchRule onlyWiringKnowsAdapters() {
    return noClasses()
        .that(
            resideInAPackage(under("app"))
                .and(not(resideInAnyPackage(under("app.wiring"), under("app.cli")))))
        .should()
        .dependOnClassesThat(resideInAnyPackage(under("netty"), under("fileoffsets")));
  }

  /** It may use the tools for offset folders, which are no adapters of a port. */
  ArchRule theCommandLineMakesNoAdapter() {
    DescribedPredicate<JavaClass> adapter =
        resideInAPackage(under("fileoffsets"))
            .and(
                DescribedPredicate.describe(
                    "adapts a port",
                    type ->
                        type.getAllRawInterfaces().stream()
                            .anyMatch(resideInAPackage(under("ports")))));
    return noClasses()
        .that()
        .resideInAPackage(under("app.cli"))
        .should()
        .dependOnClassesThat(resideInAPackage(under("netty")).or(adapter));
  }

  ArchRule theEngineSeesNoFacade() {
    return noClasses()
        .that()
        .resideInAPackage(under("app.engine"))
        .should()
        .dependOnClassesThat(
            resideInAPackage(under("app")).and(not(resideInAPackage(under("app.engine")))));
  }

  ArchRule packagesOfTheAppAreFreeOfCycles() {
    return slices().matching(root + ".app.(*)..").should().beFreeOfCycles();
  }

  ArchRule nothingButTheCommandLinePrints() {
    return noClasses()
        .that(shipped().and(not(resideInAPackage(under("app.cli")))))
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err");
  }

  ArchRule onlyTheClockReadsTheTime() {
    return noClasses()
        .that(shipped().and(not(resideInAPackage(under("app.cli")))))
        .and()
        .doNotHaveSimpleName("SystemClock")
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Instant.class, "now");
  }

  private DescribedPredicate<JavaClass> shipped() {
    return resideInAnyPackage(
        under("domain"), under("ports"), under("netty"), under("fileoffsets"), under("app"));
  }
}
