import { expect, it } from '@jest/globals';
import { createConnectionLeases, type HeldStation } from './connectionLeases.ts';

const now = () => new Date('2026-11-20T10:00:00Z');
const heldOf = (stationId: string): HeldStation => ({
  ...{ stationId, processId: 'one', connectionId: `${stationId} 1` },
  ...{ protocol: 'ocpp2.0.1', meterIntervalS: 60, seenAt: now() },
});

/** Creates rows whose `list` reads immediately, but resolves only when `answer` is called. */
function slowRows() {
  const rows = new Map<string, HeldStation>();
  let answer = () => {};
  return {
    rows: {
      put: async (held: HeldStation) => void rows.set(held.stationId, held),
      renew: async () => undefined,
      remove: async ({ stationId }: Pick<HeldStation, 'stationId'>) => void rows.delete(stationId),
      list: async () => {
        const all = [...rows.values()];
        await new Promise<void>(resolve => {
          answer = resolve;
        });
        return all;
      },
    },
    answer: () => answer(),
  };
}

it('A station that comes or goes while all are read again is known as it is then', async () => {
  const { rows, answer } = slowRows();
  const holds = createConnectionLeases({ rows, now });
  await holds.put(heldOf('goes'));
  const refreshed = holds.refresh('one');
  await new Promise(resolve => setImmediate(resolve));
  await holds.put(heldOf('comes'));
  await holds.remove(heldOf('goes'));
  answer();
  await refreshed;
  expect(holds.list().map(({ stationId }) => stationId)).toEqual(['comes']);
});
