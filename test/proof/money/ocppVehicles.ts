import { end, unplug } from '../../support/ocpp/charging.ts';
import { count, shownWh } from '../../support/ocpp/meter.ts';
import type { Dialect, Flow, Handler, Payload, Plug, Station } from '../../support/ocpp/station.ts';
import { type Car, carOf as carAtRandom, type MeteredStart } from './cars.ts';
import { type Chance, createChance } from './chance.ts';
import { type ProofTime, passes } from './time.ts';

/** The energy that the meter of a plug has counted in one session. */
interface Metered {
  flow: Flow;
  plug: Plug;
  authorizationReference: string;
  startedAt: number;
  beganWh: number;
  endedAt: number | null;
  endedWh: number;
}

const START_ACTIONS = ['RemoteStartTransaction', 'RequestStartTransaction'];
const WAITS_IN_VAIN_MS = 120_000;
const MAX_GOODBYE_MS = 60_000;

interface WatchOptions {
  time: ProofTime;
  seed: string;
  /** Creates the vehicle of a start. Default: any that a station may meet. */
  carOf?: (chance: Chance) => Car;
}

/**
 * For each start at a station, plugs in a vehicle that behaves at random.
 * @returns a function that reads what the meters of the station have counted
 */
export function watchStation(station: Station, { time, seed, carOf = carAtRandom }: WatchOptions): () => MeteredStart[] {
  const { dialect } = station;
  const metered: Metered[] = [];
  const cars = new Map<string, Car>();
  const nowMs = () => station.clock.now().getTime();
  const chanceOf = (reference: string) => createChance(`${seed} ${reference}`);

  /** Decides what will happen after a start, before the station responds to the start. */
  const expect = (request: Payload): void => {
    const reference = String(request.idTag ?? (request.idToken as Payload).idToken);
    const plug = station.plugs.find(({ number }) => number === Number(request.connectorId ?? request.evseId));
    if (!plug || plug.grant !== null || plug.flow !== null) return;
    const chance = chanceOf(reference);
    const isRefused = chance.is(4);
    const car = cars.get(reference) ?? carOf(chance);
    cars.set(reference, car);
    station.switches.plugs = {
      ...station.switches.plugs,
      [plug.number]: switchesOf(car, { isRefused, isDelayed: chance.is(50) }),
    };
  };

  const drive = async (plug: Plug, flow: Flow, reference: string): Promise<void> => {
    await passes(time, cars.get(reference)?.staysMs ?? WAITS_IN_VAIN_MS);
    if (plug.flow !== flow) return;
    if (chanceOf(`${reference} leaves`).is(30)) end(station, plug, { trigger: 'StopAuthorized', reason: 'Local' });
    else unplug(station, plug);
  };

  const watch = (plug: Plug, trigger: string): void => {
    const open = metered.findLast(each => each.plug === plug && each.endedAt === null);
    if (open && open.flow !== plug.flow) Object.assign(open, { endedAt: nowMs(), endedWh: shownWh(plug) });
    if (plug.flow !== null && plug.flow !== open?.flow) {
      const authorizationReference = plug.grant?.tag ?? '';
      const { flow } = plug;
      metered.push({ flow, plug, authorizationReference, startedAt: nowMs(), beganWh: flow.beganWh, endedAt: null, endedWh: 0 });
      void drive(plug, flow, authorizationReference);
    }
    // A vehicle that was plugged in after the start timed out waits in vain, and then leaves.
    if (trigger === 'CablePluggedIn')
      void passes(time, WAITS_IN_VAIN_MS).then(() => {
        if (plug.flow === null && plug.grant === null) unplug(station, plug);
      });
  };

  const changed: Dialect['changed'] = (of, plug, change) => {
    dialect.changed(of, plug, change);
    watch(plug, change.trigger);
  };
  const expected =
    (handler: Handler): Handler =>
    (of, request) => {
      expect(request);
      return handler(of, request);
    };
  const handlers = Object.entries(dialect.handlers).map(([action, handler]): [string, Handler] => [
    action,
    START_ACTIONS.includes(action) ? expected(handler) : handler,
  ]);
  station.dialect = { ...dialect, changed, handlers: Object.fromEntries(handlers) };

  return () => {
    // Only tests read the transcript of messages, so it is emptied to save memory.
    station.link.output.length = 0;
    const isQuiet = !station.link.queue.some(({ isStored }) => isStored);
    return metered.map(({ plug, authorizationReference, startedAt, endedAt, beganWh, endedWh }) => {
      if (endedAt === null) count(station, plug);
      const energyWh = (endedAt === null ? shownWh(plug) : endedWh) - beganWh;
      return { authorizationReference, startedAt, endedAt, energyWh, isFinal: endedAt !== null && isQuiet };
    });
  };
}

const switchesOf = (car: Car, { isRefused, isDelayed }: { isRefused: boolean; isDelayed: boolean }) => ({
  start: { answer: isRefused ? ('Rejected' as const) : ('Accepted' as const), beginsAfterTimeout: isDelayed },
  driver: { plugsInAfterMs: car.plugsInAfterMs, leavesAfterMs: Math.min(car.staysMs / 10, MAX_GOODBYE_MS) },
  vehicle: { drawsW: car.powerW },
  meter: { lastValueAfterMs: car.lastValueAfterMs },
});
