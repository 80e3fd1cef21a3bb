import type { StationSession } from '../../../server/core/ports/stationPort.ts';
import { createCars, type Start } from './cars.ts';
import type { ProofTime } from './time.ts';
import { post, serveJson } from './wire.ts';

interface StationPeerOptions {
  time: ProofTime;
  seed: string;
  reportsTo: string;
  /** True: rule 1 is switched off, so a start may begin after its cancellation. */
  forgetsCancellations: boolean;
}

/** Options of this process. It runs fake stations. Each start gets a vehicle that behaves at random. */
const { time, seed, reportsTo, forgetsCancellations } = JSON.parse(process.env.PEER ?? '{}') as StationPeerOptions;
const refused = new Set<string>();
const buried = new Set<string>();

function sessionOf(start: Start): StationSession {
  const { authorizationReference, state, startedAt, endedAt, readings, isFinal, car } = start;
  const charging = car.powerW > 0 ? 'charging' : 'paused';
  return {
    authorizationReference,
    isFinal,
    signedValues: [],
    readings,
    state: state === 'charging' ? charging : REPORTED_STATES[state],
    startedAt: startedAt === null ? null : new Date(startedAt),
    endedAt: endedAt === null ? null : new Date(endedAt),
  };
}

const REPORTED_STATES = { armed: 'waiting', ended: 'ended' } as const;

const cars = createCars({ time, seed, print: start => void post(reportsTo, sessionOf(start)).catch(() => undefined) });
const { starts } = cars;

const { origin } = await serveJson({
  '/start'({ authorizationReference: id }) {
    const authorizationReference = String(id);
    if (buried.has(authorizationReference)) return 'refused';
    if (starts.has(authorizationReference)) return 'accepted';
    const chance = cars.chanceOf(authorizationReference);
    // Refuses temporarily: the station may accept the same start a moment later.
    if (chance.is(4) && !refused.has(authorizationReference)) {
      refused.add(authorizationReference);
      return 'refused';
    }
    cars.arrive(authorizationReference, chance);
    return 'accepted';
  },
  '/cancelStart'({ authorizationReference: id }) {
    const authorizationReference = String(id);
    if (starts.get(authorizationReference)?.startedAt != null) return 'already-started';
    starts.delete(authorizationReference);
    if (!forgetsCancellations) buried.add(authorizationReference);
    return 'cancelled';
  },
  '/stop'({ authorizationReference }) {
    const start = starts.get(String(authorizationReference));
    if (start?.state !== 'charging') return 'already-stopped';
    cars.end(start);
    return 'accepted';
  },
  '/read'({ authorizationReference }) {
    const start = starts.get(String(authorizationReference));
    return start ? sessionOf(start) : null;
  },
  '/book': () => cars.book(),
});
// Ends with the parent process, so that no process remains if the proof is aborted.
process.once('disconnect', () => process.exit());
process.send?.({ origin });
