package io.toppar.app.engine;

/** Hears what became of messages. Called on the duty thread; must be quick and must not throw. */
@FunctionalInterface
public interface BatchEnds {

  /**
   * A batch has ended. Whoever takes this calls {@link BatchEnd#reported} when the application has
   * been told.
   */
  void ended(BatchEnd end);
}
