import { expect, test } from '@jest/globals';
import { rowsInMemory } from '../../../../test/support/rowsInMemory.ts';
import { until } from '../../../../test/support/until.ts';
import { reportRefusals } from './refusalReports.ts';
import { createStationRegistry } from './registry.ts';

const REFUSAL = {
  reason: 'wrong password',
  password: { form: 'hex', bytes: 40 },
  network: '192.0.2.1',
  protocols: ['ocpp1.6'],
} as const;

function open() {
  const clock = { at: new Date('2026-11-25T10:00:00Z') };
  const now = () => clock.at;
  const rows = rowsInMemory();
  let transactions = 0;
  const inTransaction = <T>(work: (within: typeof rows) => Promise<T>): Promise<T> => {
    transactions++;
    return work(rows);
  };
  const registry = createStationRegistry({ store: { ...rows, inTransaction }, now });
  const alerts: string[] = [];
  const logged: Readonly<Record<string, string | number>>[] = [];
  const listener = () => ({
    reportRefusals: async ({ station, since, reason }: { station: string; since: Date; reason: string }) =>
      void alerts.push(`${station} since ${since.toISOString()}: ${reason}`),
    endRefusals: async ({ station }: { station: string }) => void alerts.push(`${station} is connected`),
  });
  const reports = reportRefusals({ registry, listener, now, note: (_event, facts) => void logged.push(facts), writeEveryMs: 1 });
  return { clock, registry, alerts, logged, ...reports, transactions: () => transactions };
}

test('Refused handshakes are written together, at a station that was added, with why the last one was refused', async () => {
  const { registry, refusals, transactions } = open();
  await registry.add('CP1', { protocol: null });
  const before = transactions();
  for (let n = 0; n < 9; n++) refusals.add({ identity: 'CP1', isKnown: true, ...REFUSAL });
  refusals.add({ identity: 'CP1', isKnown: true, ...REFUSAL, reason: 'user name differs', password: null });
  const refused = await until(
    async () => (await registry.find('CP1'))?.refused,
    found => found !== undefined,
  );
  expect(refused).toMatchObject({ count: 10, reason: 'user name differs', password: null, network: '192.0.2.1' });
  expect(transactions() - before).toBe(1);
  expect(await registry.listUnknown()).toEqual([]);
});

test('More than ten within an hour alert a person, and a connection ends it', async () => {
  const { clock, registry, refusals, endRefusals, alerts } = open();
  await registry.add('CP1', { protocol: null });
  const countOf = async () => (await registry.find('CP1'))?.refused?.count;
  const refuse = async (times: number, total: number) => {
    for (let n = 0; n < times; n++) refusals.add({ identity: 'CP1', isKnown: true, ...REFUSAL });
    await until(countOf, count => count === total);
  };
  await refuse(10, 10);
  clock.at = new Date('2026-11-25T11:00:01Z');
  await refuse(10, 20);
  expect(alerts).toEqual([]);
  await refuse(1, 21);
  await until(
    async () => alerts,
    ({ length }) => length > 0,
  );
  const why = 'wrong password (40 hex digits), from 192.0.2.1, offering ocpp1.6';
  expect(alerts).toEqual([`CP1 since 2026-11-25T10:00:00.000Z: ${why}`]);
  await endRefusals('CP1', await registry.find('CP1'));
  expect(await countOf()).toBeUndefined();
  expect(alerts.at(-1)).toBe('CP1 is connected');
});

test('Guessed names are counted for a few identities at a time, and are listed with their reason', async () => {
  const { registry, refusals } = open();
  for (let n = 0; n < 5000; n++) refusals.add({ identity: `GUESS${n}`, isKnown: false, ...REFUSAL, reason: 'not added' });
  const unknown = await until(
    () => registry.listUnknown(),
    ({ length }) => length > 0,
  );
  expect(unknown).toHaveLength(50);
  expect(unknown[0]).toMatchObject({ id: 'GUESS0', count: 1, reason: 'not added', network: '192.0.2.1' });
});

test('What a stranger sends is listed with its text, and logged without it; a station that was added is named', async () => {
  const { registry, refusals, logged } = open();
  await registry.add('CP1', { protocol: null });
  const network = { network: '192.0.2.1', protocols: [], password: null };
  refusals.add({ identity: '/ocpp/a/b%0d%0aX-Injected', isKnown: false, reason: 'path not understood', ...network });
  refusals.add({ identity: 'x%0d%0aX-Injected', isKnown: false, reason: 'not added', ...network });
  refusals.add({ identity: 'CP1', isKnown: true, reason: 'wrong password', ...network });
  const unknown = await until(
    () => registry.listUnknown(),
    found => found.length === 2,
  );
  expect(JSON.stringify(unknown)).toContain('/ocpp/a/b%0d%0aX-Injected');
  expect(logged).toEqual([
    { reason: 'path not understood', count: 1 },
    { reason: 'not added', count: 1 },
    { station: 'CP1', reason: 'wrong password', count: 1 },
  ]);
});
