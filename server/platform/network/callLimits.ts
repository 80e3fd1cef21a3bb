/** How far an answer has come, as got tells it. */
interface Progress {
  transferred: number;
  total?: number;
}

/** Ends a call that takes too long, or whose answer is too large, whatever the other side does. */
export interface CallLimits {
  /** Ends the call. */
  signal: AbortSignal;
  /** To be told of each part of the answer. */
  watch(progress: Progress): void;
  /** Why the call was ended; null: it was not. */
  ended(): 'too large' | 'too slow' | null;
}

/** @param ask.signal whoever asked may give up before */
export function createCallLimits({
  limitMs,
  mostBytes,
  signal,
}: {
  limitMs: number;
  mostBytes: number;
  signal?: AbortSignal | undefined;
}): CallLimits {
  const large = new AbortController();
  const ends = AbortSignal.any([AbortSignal.timeout(limitMs), large.signal, ...(signal ? [signal] : [])]);
  return {
    signal: ends,
    watch({ transferred, total = 0 }) {
      if (Math.max(transferred, total) > mostBytes) large.abort();
    },
    ended() {
      if (large.signal.aborted) return 'too large';
      return ends.aborted ? 'too slow' : null;
    },
  };
}
