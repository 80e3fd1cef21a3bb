interface RepeatOptions {
  clock: { now(): Date; sleepUntil(at: Date, signal: AbortSignal): Promise<void> };
  /** Pause between the end of a run and the start of the next one, in milliseconds. */
  everyMs: number;
  /** Ends the repetition. A run in progress is completed first. */
  signal: AbortSignal;
  /** Called if a run fails. The next run tries again. */
  failed(error: unknown): void;
}

/** Runs `work` now and then periodically, until `signal` aborts. */
export async function repeat({ clock, everyMs, signal, failed }: RepeatOptions, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work().catch(failed);
    await clock.sleepUntil(new Date(clock.now().getTime() + everyMs), signal);
  }
}
