import { createClock } from '../../../server/adapters/clock/clock.ts';
import type { Clock } from '../../../server/core/ports/ports.ts';

/** Settings of the accelerated clock of a proof, which all its processes share. */
export interface ProofTime {
  speed: number;
  realMs: number;
  shownMs: number;
}

export const proofClock = ({ speed, ...anchor }: ProofTime): Clock => createClock({ speed, anchor });

/** Waits for this number of milliseconds on the proof's clock. */
export const passes = ({ speed }: ProofTime, ms: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, Math.max(0, Math.ceil(ms / speed))));
