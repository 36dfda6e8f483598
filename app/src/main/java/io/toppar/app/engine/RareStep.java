package io.toppar.app.engine;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Supplier;

/**
 * Steps that are rare beside their callers, kept out of the callers' compiled code. Any thread.
 *
 * <p>The compiler of JDK 17 puts whatever was called a hundred times into its caller, be it one
 * call of a thousand: of sending one message it makes methods of 8 KB of bytecode, for which it
 * takes most of a second each, several times over. Through a handle that is no constant it cannot
 * see.
 */
final class RareStep {

  private final MethodHandle get;

  RareStep() {
    try {
      get =
          MethodHandles.publicLookup()
              .findVirtual(Supplier.class, "get", MethodType.methodType(Object.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a supplier has no public get()", e);
    }
  }

  /** Does the step. */
  void run(Runnable step) {
    take(
        () -> {
          step.run();
          return step;
        });
  }

  /** Does the step, and says what it says. */
  @SuppressWarnings("unchecked") // what a supplier of T gives is a T
  <T> T take(Supplier<T> step) {
    try {
      return (T) (Object) get.invokeExact(step);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a supplier threw a checked exception", e);
    }
  }
}
