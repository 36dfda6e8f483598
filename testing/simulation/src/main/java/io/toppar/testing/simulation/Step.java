package io.toppar.testing.simulation;

/**
 * One step of a {@link Scenario}: a change to the cluster, a fault, or a command of the user.
 * Immutable, any thread.
 *
 * <p>A step names things by numbers that mean something in whatever world it is played in (a
 * partition by its index, an offset by its place in the log), so that a scenario stays playable
 * when steps are taken out of it. One that makes no sense when its turn comes does nothing. All
 * components are numbers, booleans and enums: a step is one line of text, see {@link StepText}.
 */
sealed interface Step
    permits ClusterStep, LogStep, FaultStep, ReadFaultStep, WriteFaultStep, UserStep, WriterStep {}
