import { describe, expect, it } from '@jest/globals';
import type { Clock } from '../../server/core/ports/ports.ts';
import type { StationListener, StationSession } from '../../server/core/ports/stationPort.ts';
import type { SimulatedPlug } from '../../server/stations/simulator/plug.ts';
import { createSimulator, type Simulator } from '../../server/stations/simulator/simulator.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { createKeyValueStore } from '../../server/store/jobs/keyValueStore.ts';
import { createStore } from '../../server/store/store.ts';
import { DEMO_SCRIPTS, type DemoScript } from '../../shared/charging/demo.ts';
import type { PlugState } from '../../shared/charging/session.ts';
import { createManualClock } from '../support/clock.ts';
import { plugBoard } from '../support/plugBoard.ts';
import { someAddress } from '../support/someStation.ts';
import { type Behaviour, describeStations, type StationsUnderTest } from './stations.contract.ts';

const SCRIPTS: Readonly<Record<Exclude<Behaviour, 'refuses to stop'>, DemoScript>> = {
  'plugs in': 'plugs-in',
  'never plugs in': 'never-plugs-in',
  'is refused': 'refuses',
  'stops drawing power': 'pauses',
  'pulls the plug': 'unplugs',
  'last value is late': 'late-meter',
  'first stop is lost': 'stop-refused-once',
};

const PLUGS_EACH = 30;
const somePlug = (script: DemoScript, n: number, more: Partial<SimulatedPlug> = {}): SimulatedPlug => ({
  evseId: `DE*BLF*E${DEMO_SCRIPTS.indexOf(script) + 10}${n + 100}*1`,
  connector: '1',
  powerW: 22_000,
  isDc: false,
  timeZone: 'Europe/Berlin',
  script,
  idle: 'available',
  ...more,
});
const PLUGS = DEMO_SCRIPTS.flatMap(script => Array.from({ length: PLUGS_EACH }, (_, n) => somePlug(script, n)));

interface Playing {
  simulator: Simulator;
  end(): Promise<void>;
}

function play(store: Store, clock: Clock, listener: StationListener, plugs = PLUGS): Playing {
  const simulator = createSimulator({
    keyValueStore: createKeyValueStore(store.db, 'simulator'),
    clock,
    ...plugBoard(plugs),
    listener: () => listener,
    note: () => undefined,
  });
  const over = new AbortController();
  const playing = simulator.run(over.signal);
  return {
    simulator,
    async end() {
      over.abort();
      await playing;
    },
  };
}

/** Makes the argument of `read` that requests all meter readings of a session. */
const whole = (authorizationReference: string) => ({ authorizationReference, address: someAddress(), since: null });

const SILENT: StationListener = {
  report: async () => undefined,
  reportPlug: async () => undefined,
  reportCdr: async () => undefined,
};

async function open(): Promise<StationsUnderTest> {
  const store = createStore(openSqlite(':memory:'));
  await store.migrate();
  const clock = createManualClock();
  const reports: { authorizationReference: string; station: StationSession }[] = [];
  const plugStates = new Map<string, PlugState>();
  const listener: StationListener = {
    report: async (authorizationReference, station) => {
      reports.push({ authorizationReference, station });
    },
    reportPlug: async ({ evseId, connector, state }) => {
      plugStates.set(`${evseId} ${connector}`, state);
    },
    reportCdr: async () => undefined,
  };
  let playing = play(store, clock, listener);
  await clock.pass(0);
  const used = new Map<Behaviour, number>();
  return {
    stations: () => playing.simulator.stations,
    now: clock.now,
    pass: seconds => clock.pass(seconds * 1000),
    traits: {
      inUse: 'charging',
      pauses: true,
      isBehindAnother: true,
      reportsGivenUpStarts: false,
      endsBeforeItsLastValue: true,
      canVerifySigned: true,
      signsTariff: true,
      storesReadings: true,
      refusesStops: false,
    },
    plug(behaviour) {
      if (behaviour === 'refuses to stop') throw new Error('No plug of the simulator does');
      const n = used.get(behaviour) ?? 0;
      used.set(behaviour, n + 1);
      const { evseId, connector } = somePlug(SCRIPTS[behaviour], n);
      return { evseId, connector };
    },
    reported: authorizationReference =>
      reports.filter(report => report.authorizationReference === authorizationReference).map(({ station }) => station),
    plugState: ({ evseId, connector }) => plugStates.get(`${evseId} ${connector}`),
    end: () => playing.end(),
    async restart() {
      await playing.end();
      playing = play(store, clock, listener);
      await clock.pass(0);
    },
    async close() {
      await playing.end();
      await store.close();
    },
  };
}

describeStations('the simulator', open);

describe('a simulated session', () => {
  const withSimulator = async (
    plugs: readonly SimulatedPlug[],
    work: (parts: { simulator: Simulator; clock: ReturnType<typeof createManualClock>; store: Store }) => Promise<void>,
  ) => {
    const store = createStore(openSqlite(':memory:'));
    await store.migrate();
    const clock = createManualClock();
    const { simulator, end } = play(store, clock, SILENT, [...plugs]);
    try {
      await work({ simulator, clock, store });
    } finally {
      await end();
      await store.close();
    }
  };
  const startAt = (plug: SimulatedPlug, authorizationReference = 'one') => ({
    authorizationReference,
    address: someAddress({ evseId: plug.evseId, connector: plug.connector }),
    limitMinor: null,
    tariffText: null,
  });

  it('is a pure function of start and clock: however often it was looked at, it is the same', async () => {
    const [seldom, often] = [somePlug('plugs-in', 1), somePlug('plugs-in', 2)];
    await withSimulator([seldom, often], async ({ simulator: { stations }, clock }) => {
      await stations.start(startAt(seldom, 'seldom'));
      await stations.start(startAt(often, 'often'));
      for (let second = 0; second < 200; second++) {
        await clock.pass(1000);
        await stations.read(whole('often'));
      }
      const [a, b] = [await stations.read(whole('seldom')), await stations.read(whole('often'))];
      expect(a!.readings.length).toBeGreaterThan(15);
      expect({ ...b, authorizationReference: '' }).toEqual({ ...a, authorizationReference: '' });
    });
  });

  it('gives no more than its plug can, and a DC vehicle takes less as it fills up', async () => {
    const ac = somePlug('plugs-in', 1, { powerW: 3600 });
    const dc = somePlug('plugs-in', 2, { powerW: 150_000, isDc: true });
    await withSimulator([ac, dc], async ({ simulator: { stations }, clock }) => {
      await stations.start(startAt(ac, 'ac'));
      await stations.start(startAt(dc, 'dc'));
      await clock.pass(1200_000);
      for (const [authorizationReference, { powerW }] of Object.entries({ ac, dc })) {
        const { readings } = (await stations.read(whole(authorizationReference)))!;
        for (const [n, reading] of readings.slice(1).entries()) {
          const before = readings[n]!;
          const seconds = (reading.at.getTime() - before.at.getTime()) / 1000;
          expect(reading.powerW).toBeLessThanOrEqual(powerW);
          expect(reading.energyWh - before.energyWh).toBeLessThanOrEqual(Math.ceil((powerW * seconds) / 3600) + 1);
        }
      }
      const dcReadings = (await stations.read(whole('dc')))!.readings;
      expect(dcReadings.at(-1)!.powerW).toBeLessThan(dcReadings[0]!.powerW);
    });
  });

  it('ends drawing power when the vehicle is full, long before a day is over', async () => {
    const plug = somePlug('plugs-in', 1, { powerW: 300_000, isDc: true });
    await withSimulator([plug], async ({ simulator: { stations }, clock }) => {
      await stations.start(startAt(plug));
      await clock.pass(2 * 3_600_000);
      const session = (await stations.read(whole('one')))!;
      expect(session.state).toBe('paused');
      expect(session.readings.at(-1)!.energyWh).toBeGreaterThanOrEqual(60_000);
      expect(session.readings.at(-1)!.energyWh).toBeLessThan(60_200);
    });
  });

  it.each(DEMO_SCRIPTS)('follows the script “%s” of the demo shop', async script => {
    const plug = somePlug(script, 1);
    await withSimulator([plug], async ({ simulator: { stations }, clock }) => {
      const answer = await stations.start(startAt(plug));
      const states: string[] = [];
      for (let second = 0; second <= 200; second++) {
        const state = (await stations.read(whole('one')))?.state ?? 'unknown';
        if (states.at(-1) !== state) states.push(state);
        if (second < 200) await clock.pass(1000);
      }
      const EXPECTED: Readonly<Record<DemoScript, [string, ...string[]]>> = {
        'plugs-in': ['accepted', 'waiting', 'charging'],
        connected: ['accepted', 'waiting', 'charging'],
        'never-plugs-in': ['accepted', 'waiting'],
        refuses: ['refused', 'unknown'],
        pauses: ['accepted', 'waiting', 'charging', 'paused'],
        unplugs: ['accepted', 'waiting', 'charging', 'ended'],
        'late-meter': ['accepted', 'waiting', 'charging'],
        'stop-refused-once': ['accepted', 'waiting', 'charging'],
        locks: ['accepted', 'waiting', 'charging'],
        occupied: ['refused', 'unknown'],
        'out-of-order': ['refused', 'unknown'],
        free: ['accepted', 'waiting', 'charging'],
      };
      expect([answer, ...states]).toEqual(EXPECTED[script]);
    });
  });

  it('tells again what nobody has taken, until it is taken, and leaves nothing out', async () => {
    const plug = somePlug('connected', 1);
    const store = createStore(openSqlite(':memory:'));
    await store.migrate();
    const clock = createManualClock();
    let isDeaf = true;
    const sessionReports: StationSession[] = [];
    const states: PlugState[] = [];
    const collectInto =
      <T>(into: T[]) =>
      async (what: T) => {
        if (isDeaf) throw new Error('The database is away');
        into.push(what);
      };
    const listener: StationListener = {
      report: (_startId, station) => collectInto(sessionReports)(station),
      reportPlug: ({ state }) => collectInto(states)(state),
      reportCdr: async () => undefined,
    };
    const { simulator, end } = play(store, clock, listener, [plug]);
    await clock.pass(0);
    await simulator.stations.start(startAt(plug));
    await clock.pass(60_000);
    await simulator.stations.stop(whole('one'));
    await clock.pass(60_000);
    expect([sessionReports, states]).toEqual([[], []]);
    isDeaf = false;
    await clock.pass(10 * 60_000);
    expect(sessionReports.at(-1)).toMatchObject({ isFinal: true });
    const reportedTimes = sessionReports.flatMap(({ readings }) => readings.map(({ at }) => at.getTime()));
    expect(reportedTimes).toEqual((await simulator.stations.read(whole('one')))!.readings.map(({ at }) => at.getTime()));
    expect(states).toContain('available');
    await end();
    await store.close();
  });

  it('is signed once, even when three ask in the instant its last value arrives', async () => {
    const plug = somePlug('plugs-in', 1);
    const store = createStore(openSqlite(':memory:'));
    await store.migrate();
    const clock = createManualClock();
    const first = play(store, clock, SILENT, [plug]);
    await first.simulator.stations.start(startAt(plug));
    await clock.pass(60_000);
    await first.simulator.stations.stop(whole('one'));
    await first.end();
    await clock.pass(60_000);
    const { stations } = createSimulator({
      keyValueStore: createKeyValueStore(store.db, 'simulator'),
      clock,
      ...plugBoard([plug]),
      listener: () => SILENT,
      note: () => undefined,
    });
    const answers = await Promise.all([1, 2, 3].map(() => stations.read(whole('one'))));
    const records = answers.map(answer => answer!.signedValues[0]!.data);
    expect(records[0]).toContain('"PG":"T1"');
    expect(new Set(records).size).toBe(1);
    const meter = await createKeyValueStore(store.db, 'simulator').get(`meter:${plug.evseId}:1`);
    expect(meter).toMatchObject({ pagination: 1 });
    await store.close();
  });

  it('begins one second after the start where the vehicle is connected already, else after five', async () => {
    const [connected, plugsIn] = [somePlug('connected', 1), somePlug('plugs-in', 1)];
    await withSimulator([connected, plugsIn], async ({ simulator: { stations }, clock }) => {
      const requestedAt = clock.now().getTime();
      await stations.start(startAt(connected, 'connected'));
      await stations.start(startAt(plugsIn, 'plugs-in'));
      await clock.pass(20_000);
      const delayOf = async (authorizationReference: string) =>
        (await stations.read(whole(authorizationReference)))!.startedAt!.getTime() - requestedAt;
      expect([await delayOf('connected'), await delayOf('plugs-in')]).toEqual([1000, 5000]);
    });
  });
});
