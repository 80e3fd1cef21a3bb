import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SimulatedPlug } from '../../server/stations/simulator/plug.ts';
import { createSimulator } from '../../server/stations/simulator/simulator.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { createKeyValueStore } from '../../server/store/jobs/keyValueStore.ts';
import { createManualClock } from '../support/clock.ts';
import { plugBoard } from '../support/plugBoard.ts';
import { someAddress } from '../support/someStation.ts';
import { openTwoStores } from '../support/twoStores.ts';

const RACES = 150;
const PLUG: SimulatedPlug = {
  evseId: 'DE*BLF*E1*1',
  connector: '1',
  powerW: 22_000,
  isDc: false,
  timeZone: 'Europe/Berlin',
  script: 'plugs-in',
  idle: 'available',
};

let database: Awaited<ReturnType<typeof openTwoStores>>;
const clock = createManualClock();

beforeAll(async () => {
  database = await openTwoStores();
});
afterAll(() => database.close());

/** Creates the simulator of one process. */
const openSimulator = (store: Store) =>
  createSimulator({
    keyValueStore: createKeyValueStore(store.db, 'simulator'),
    clock,
    ...plugBoard([PLUG]),
    listener: () => ({
      report: async () => undefined,
      reportPlug: async () => undefined,
      reportCdr: async () => undefined,
    }),
    note: () => undefined,
  }).stations;

describe('With two processes on one database', () => {
  it('a simulated start and its cancellation never both succeed', async () => {
    const [one, other] = database.stores.map(openSimulator);
    if (!one || !other) throw new Error('Two processes are needed');
    for (let n = 0; n < RACES; n++) {
      const authorizationReference = `RACE${n}`;
      const address = someAddress({ evseId: PLUG.evseId, connector: PLUG.connector });
      const call = { authorizationReference, address };
      const [started, cancelled] = await Promise.all([
        one.start({ ...call, limitMinor: null, tariffText: null }),
        other.cancelStart(call),
      ]);
      expect(cancelled).toBe('cancelled');
      const station = await other.read({ ...call, since: null });
      // If the start was accepted first, it is cancelled afterwards. No charging begins in either case.
      expect(started === 'refused' ? station : station?.state).toBe(started === 'refused' ? null : 'cancelled');
      expect(await one.start({ ...call, limitMinor: null, tariffText: null })).toBe('refused');
    }
  });

  it('a stop and a second signature of one session are written once', async () => {
    const [one, other] = database.stores.map(openSimulator);
    if (!one || !other) throw new Error('Two processes are needed');
    const address = someAddress({ evseId: PLUG.evseId, connector: PLUG.connector });
    const call = { authorizationReference: 'STOPPED', address };
    await one.start({ ...call, limitMinor: null, tariffText: null });
    await clock.pass(10 * 60_000);
    expect(await Promise.all([one.stop(call), other.stop(call)])).toEqual(['accepted', 'accepted']);
    await clock.pass(10 * 60_000);
    const read = await Promise.all([one, other].map(stations => stations.read({ ...call, since: null })));
    expect(read[0]?.signedValues).toEqual(read[1]?.signedValues);
  });
});
