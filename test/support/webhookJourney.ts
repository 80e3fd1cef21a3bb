import { createHeldStations } from '../../server/store/jobs/connectionLeases.ts';
import { listEndpoints, removeOldDeliveries, updateEndpoint } from '../../server/store/jobs/webhookRows.ts';
import { emitDispute } from '../../server/store/shop/paymentEvents.ts';
import { emitPrice } from '../../server/store/shop/priceEvents.ts';
import { emitRefund } from '../../server/store/shop/refundEvents.ts';
import { listRefunds } from '../../server/store/shop/refunds.ts';
import { billed } from './billed.ts';
import { linesOf } from './commandLines.ts';
import { type OpenOperator, PLAIN } from './openShop.ts';

const WHO = 'Petra Lindqvist';

/** Executes everything that the app does with its database for webhooks: endpoints, events, attempts, clean-up. */
export async function webhookJourney(app: OpenOperator): Promise<void> {
  const { store, clock, operator } = app;
  const command = (name: string, options: Record<string, string>) =>
    linesOf({ store, now: clock.now(), secret: () => 'a secret of thirty-two characters' }, name, { who: WHO, ...options });
  await command('add-webhook', { url: 'https://erp.example/hook' });
  const [endpoint] = await listEndpoints(store.db);
  const webhook = endpoint?.id ?? '';
  const ordered = await app.charging();
  await billed(app, ordered);
  const { number } = await app.session(ordered);
  await command('refund', { transaction: String(number), amount: '0.10', reason: 'late' });
  await app.pass(60);
  const payment = await app.payment(ordered);
  const [refund] = await listRefunds(store.db, payment.id);
  const change = { version: 'v', from: 0, until: null, isWithdrawn: false };
  await store.inTransaction(async trx => {
    await emitDispute(trx, payment, 100);
    if (refund) await emitRefund(trx, 'refund.failed', refund);
    await emitPrice(trx, 'tariff', change);
  });
  const fault = { kind: 'plug', words: '', email: '', photo: null, locale: 'de', formToken: 'webhook' } as const;
  await operator.reportFault({ ...PLAIN, ...fault });
  for (const state of ['unavailable', 'available'] as const) await operator.reportPlug({ ...PLAIN, state });
  const held = createHeldStations(store);
  const lease = { stationId: 'CP2', processId: 'one', connectionId: 'first' };
  await held.put({ ...lease, protocol: 'ocpp1.6', meterIntervalS: null, seenAt: clock.now() });
  await held.remove(lease);
  await command('test-webhook', { webhook });
  await app.pass(600);
  await command('webhooks', {});
  await command('webhook', { webhook });
  await command('redeliver-webhook', { webhook, since: '2026-01-01T00:00:00Z' });
  await command('rotate-webhook-secret', { webhook });
  await store.inTransaction(trx => updateEndpoint(trx, webhook, { isOn: false, offWhy: 'gone' }));
  await command('switch-webhook-on', { webhook });
  await command('remove-webhook', { webhook });
  await removeOldDeliveries(store.db, clock.now());
  await app.pass(60);
}
