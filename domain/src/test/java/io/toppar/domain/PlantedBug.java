package io.toppar.domain;

/** A fault put into the surroundings of the machines, to see that exploration finds it. */
enum PlantedBug {
  NONE,
  /** What was delivered before a barrier is handed over after it. */
  BARRIER_IGNORED,
  /** The answer to an overtaken request is given as the answer to the open one. */
  LATE_ANSWER_TAKEN,
  /** A lane does not hear that something has changed. */
  WAKE_UP_LOST,
  /** A batch that comes back unread is not given back. */
  RELEASE_FORGOTTEN,
  /** A partition that moves stays on the lane it was on. */
  LEAVE_FORGOTTEN,
  /** A lane that found no room in the budget is not asked again. */
  ROOM_NOT_TOLD,
  /** A timer that runs out does not ring. */
  TIMER_LOST
}
