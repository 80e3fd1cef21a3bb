import { expect, it } from '@jest/globals';
import { rowsInMemory } from '../../../../test/support/rowsInMemory.ts';
import { someAddress } from '../../../../test/support/someStation.ts';
import type { OcppStore } from '../chargePoints/storage.ts';
import type { TransactionUpdate } from '../messages/updates.ts';
import { NOTHING } from './follow.ts';
import { createOcppStartStore } from './starts.ts';
import { createTransactionStore } from './transactions.ts';

it('Signed records of a session are read for its bill, and not again with each value of its meter', async () => {
  let now = new Date('2026-11-20T10:00:00Z');
  const rows = rowsInMemory();
  let reads = 0;
  const store = {
    ...rows,
    get: (key: string) => {
      if (key.startsWith('signed:')) reads++;
      return rows.get(key);
    },
    inTransaction: work => work(rows),
  } as OcppStore;
  const starts = createOcppStartStore({ store, now: () => now });
  const energies: (number | undefined)[] = [];
  const transactions = createTransactionStore({
    store,
    starts,
    listener: () => ({
      report: async (_reference, { readings }) => void energies.push(readings.at(-1)?.energyWh),
      reportPlug: async () => undefined,
      reportCdr: async () => undefined,
      reportAnomaly: async () => undefined,
    }),
    now: () => now,
    offsetMs: () => 0,
    stopUnknown: () => true,
    cancelStop: () => undefined,
    meterKeyOf: async () => null,
    requestMeter: () => undefined,
    noteUnusableStart: async () => 0,
    note: () => undefined,
  });
  const address = someAddress({ source: 'ocpp', chargePoint: { id: 'CP1', evse: 1, connector: 1 } });
  await starts.begin({ authorizationReference: 'AAAA', address, limit: null });
  const sample = (registerWh: number) => ({
    at: now,
    context: 'live' as const,
    registerWh,
    intervalWh: null,
    powerW: null,
    battery: null,
  });
  const record = (kind: string, kwh: number) => {
    const data = `OCMF|${JSON.stringify({ RD: [{ TX: kind, RV: kwh, RU: 'kWh' }] })}|{"SD":"00"}`;
    return [{ format: 'OCMF' as const, data, publicKey: null }] as unknown as TransactionUpdate['signedValues'];
  };
  const applyUpdate = (changes: Partial<TransactionUpdate>) =>
    transactions.apply('CP1', { ...NOTHING, transactionId: 'T1', evse: 1, at: now, activity: 'charging', ...changes });
  await applyUpdate({
    phase: 'started',
    token: 'AAAA',
    samples: [{ ...sample(5000), context: 'begin' }],
    signedValues: record('B', 5),
  });
  reads = 0;
  for (let minute = 1; minute <= 50; minute++) {
    now = new Date(now.getTime() + 60_000);
    await applyUpdate({ samples: [sample(5000 + minute * 100)] });
  }
  expect(reads).toBe(0);
  await applyUpdate({ phase: 'ended', samples: [{ ...sample(10_000), context: 'end' }], signedValues: record('E', 10.006) });
  // Computed from the signed records of both ends. The unsigned register alone gives 6 Wh less.
  expect(energies.at(-1)).toBe(5006);
});
