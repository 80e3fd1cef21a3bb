import type { Line } from '../../support/ocpp/station.ts';
import type { Chance } from './chance.ts';
import type { FaultRates } from './faultProxy.ts';

export type LineCounts = Record<keyof FaultRates | 'calls', number>;

interface LineOptions {
  chance: Chance;
  counts: LineCounts;
  /** Returns the rate of each fault for calls of this OCPP action. */
  rates(action: string): FaultRates;
  /** Maximum delay of a late call in milliseconds: `out` to the app, `in` to the station. */
  delayMs: { out: number; in: number };
}

type Frame = readonly [type: number, id: string, ...more: unknown[]];
type Pass = (frame: string) => void;

const CALL = 2;
const CALL_ERROR = 4;
const MAX_DELAY_MS = 60;

/**
 * Creates a line that transmits the frames between a station and the app and injects faults. Calls in both directions get the
 * same fault rates.
 */
export function createFaultyLine({ chance, counts, rates, delayMs }: LineOptions): Line {
  /** Ids of the calls whose responses are dropped. `out`: calls to the app. `in`: calls to the station. */
  const unheard = { out: new Set<string>(), in: new Set<string>() };
  const passes: { out: Pass; in: Pass } = { out: () => undefined, in: () => undefined };
  let copies = 0;

  const call = (variant: 'out' | 'in', [type, id, action, ...more]: Frame): void => {
    const back = variant === 'out' ? 'in' : 'out';
    const rate = rates(String(action));
    counts.calls++;
    const happens = (what: keyof FaultRates): boolean => {
      const is = chance.is(rate[what]);
      if (is) counts[what]++;
      return is;
    };
    // The second copy of a call gets its own id, so that the response to the copy can be dropped.
    const pass = (number = id) => passes[variant](JSON.stringify([type, number, action, ...more]));
    const passCopy = () => {
      const number = `copy-${++copies}`;
      unheard[variant].add(number);
      pass(number);
    };
    if (happens('refused')) {
      passes[back](JSON.stringify([CALL_ERROR, id, 'InternalError', '', {}]));
      return;
    }
    if (happens('late')) {
      setTimeout(passCopy, chance.between(0, delayMs[variant]));
      return;
    }
    if (happens('lost')) unheard[variant].add(id);
    const isDoubled = happens('doubled');
    const arrive = () => {
      pass();
      if (isDoubled) passCopy();
    };
    if (happens('delayed')) setTimeout(arrive, chance.between(0, MAX_DELAY_MS));
    else arrive();
  };

  const carry = (variant: 'out' | 'in', text: string, pass: Pass): void => {
    passes[variant] = pass;
    const frame = JSON.parse(text) as Frame;
    if (frame[0] === CALL) call(variant, frame);
    else if (!unheard[variant === 'out' ? 'in' : 'out'].delete(frame[1])) pass(text);
  };
  return {
    out: (frame, pass) => carry('out', frame, pass),
    in: (frame, pass) => carry('in', frame, pass),
  };
}
