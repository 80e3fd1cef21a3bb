import { createClock } from '../../../server/adapters/clock/clock.ts';
import { createWebhookSender } from '../../../server/adapters/webhookSender/webhookSender.ts';
import { createKeyValueStore } from '../../../server/store/jobs/keyValueStore.ts';
import { emit } from '../../../server/store/jobs/webhookEvents.ts';
import { openStore } from '../../../server/store/openStore.ts';
import { createFakePayments } from '../../support/fakePayments.ts';
import { createFakeStations } from '../../support/fakeStations.ts';
import { type Running, runOperator } from '../../support/openShop.ts';

// A process that makes changes with events and sends them, until it is killed or all are made. Arguments: the folder of the
// database, the origin of the receivers, the number of changes, the time (milliseconds) of the first start.

const [dataDir = '', origin = '', changes = '0', startedMs = '0'] = process.argv.slice(2);
/** Speed of the app's clock, so that the waits of three days pass within minutes. */
const SPEED = 200;
/** Every third transaction is rolled back after its event was written. */
const FAILS_EVERY = 3;

const clock = createClock({ speed: SPEED, anchor: { realMs: Number(startedMs), shownMs: Date.parse('2026-11-20T10:00:00Z') } });
const store = openStore({ databaseUrl: null, databaseListenUrl: null, dataDir });
await store.migrate();
const running: Running = await runOperator({
  ...{ store, clock, emails: [], data: null, payments: createFakePayments() },
  stations: createFakeStations(() => running.operator),
  webhooks: createWebhookSender({ place: { origin } }),
});

class RolledBack extends Error {}

/**
 * Counts a change and writes its event in one transaction.
 * @returns the number of changes so far
 */
const change = (isFailing: boolean): Promise<number> =>
  store.inTransaction(async trx => {
    const counts = createKeyValueStore(trx, 'proof');
    const count = Number((await counts.get('changes')) ?? 0) + 1;
    await counts.put('changes', count);
    const connector = isFailing ? 'rolled back' : String(count);
    await emit(trx, 'point.available', () => ({
      ...{ subject: `plug ${count % 50}`, clientId: null },
      data: { evseId: `DE*ABC*E${count % 50}`, connector, state: 'available', fault: null },
    }));
    if (isFailing) throw new RolledBack();
    return count;
  });

// An earlier process may have made all changes.
let count = Number((await createKeyValueStore(store.db, 'proof').get('changes')) ?? 0);
for (let n = 1; count < Number(changes); n++) {
  const isFailing = n % FAILS_EVERY === 0;
  count = await change(isFailing).catch((error: unknown) => {
    if (error instanceof RolledBack) return count;
    throw error;
  });
  if (n % 20 === 0) await new Promise(resolve => setTimeout(resolve, 5));
}
