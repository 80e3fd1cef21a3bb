import { createClock } from '../../../server/adapters/clock/clock.ts';
import type { Clock } from '../../../server/core/ports/ports.ts';

/** The faster clock of a proof, as its processes are told of it. */
export interface ProofTime {
  speed: number;
  realMs: number;
  shownMs: number;
}

export const proofClock = ({ speed, ...anchor }: ProofTime): Clock => createClock({ speed, anchor });

/** Waits for so many milliseconds of the proof's own time. */
export const passes = ({ speed }: ProofTime, ms: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, Math.max(0, Math.ceil(ms / speed))));
