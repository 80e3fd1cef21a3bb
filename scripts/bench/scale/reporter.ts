// A process that applies reports of a charging session one after the other from 'go' to 'stop', and then tells how long each took.

import { openPostgres } from '../../../server/store/engine/postgres.ts';
import { createStore } from '../../../server/store/store.ts';
import { openOperator } from '../../../test/support/openShop.ts';

const [url = '', evseId = '', startsAt = ''] = process.argv.slice(2);
const INTERVAL_MS = 10_000;

// What removes readings is measured elsewhere: this one keeps no months.
const store = { ...createStore(openPostgres(url)), engine: 'sqlite', migrate: async () => undefined } as const;
const app = await openOperator({ store, startsAt });
const { authorizationReference } = await app.charging({ evseId, formToken: `reporter ${evseId}` });
const startedAt = app.clock.now();
await store.db.updateTable('orders').set({ limit_minor: 100_000_000 }).execute();

let isGoing = false;
process.on('message', word => {
  isGoing = word === 'go';
  if (isGoing) void reportOn();
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

let reportCount = 0;
async function reportOn(): Promise<void> {
  const took: number[] = [];
  for (; isGoing; reportCount++) {
    await app.pass(INTERVAL_MS / 1000);
    const reading = { at: app.clock.now(), energyWh: reportCount, powerW: 360, isCharging: true };
    const station = { authorizationReference, startedAt, endedAt: null, signedValues: [], isFinal: false };
    const began = performance.now();
    await app.operator.report(authorizationReference, { ...station, state: 'charging', readings: [reading] });
    took.push(performance.now() - began);
  }
  process.send?.(took);
}
