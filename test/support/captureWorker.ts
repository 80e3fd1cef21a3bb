// Entry file of a process that executes the jobs of a database. proveNumbers.ts starts several such processes and kills some of
// them.
import { createClock } from '../../server/adapters/clock/clock.ts';
import type { Hold } from '../../server/core/ports/ports.ts';
import { openStore } from '../../server/store/openStore.ts';
import { createFakePayments } from './fakePayments.ts';
import { createFakeStations } from './fakeStations.ts';
import { runOperator } from './openShop.ts';

const { DATABASE_URL, DATA_DIR = '', CLOCK = '{}' } = process.env;

/** A payment provider without state that confirms every capture, as a real one does if a capture is repeated. */
const payments = {
  ...createFakePayments(),
  capture: async ({ ref, amountMinor }: { ref: string; amountMinor: number }): Promise<Hold> => ({
    ref,
    state: 'captured',
    currency: 'EUR',
    authorisedMinor: 8000,
    capturedMinor: amountMinor,
    refundedMinor: 0,
    isDisputed: false,
    captureBefore: null,
    cardDigits: ['4242'],
    cardBrand: 'visa',
    cardFingerprint: null,
  }),
};
const stations = createFakeStations(() => {
  throw new Error('Nobody charges here');
});

await runOperator({
  store: openStore({ databaseUrl: DATABASE_URL ?? null, databaseListenUrl: DATABASE_URL ?? null, dataDir: DATA_DIR }),
  clock: createClock(JSON.parse(CLOCK)),
  payments,
  stations,
  emails: [],
  data: null,
});
process.stdout.write('working\n');
