import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MINUTE_S } from '../../shared/model/time.ts';
import { whFor } from '../support/money.ts';
import { type OpenOperator, type Ordered, openOperator, PLAIN } from '../support/openShop.ts';

let shop: OpenOperator;
let unpriced: Ordered;
beforeEach(async () => {
  shop = await openOperator();
  unpriced = await shop.charging();
});
afterEach(() => shop.close());

/**
 * Damages a stored value on which the price depends.
 * @returns a function that restores the value
 */
async function breakIt(what: 'order' | 'tariff' | 'time zone'): Promise<() => Promise<unknown>> {
  const { db } = shop.store;
  if (what === 'order') {
    const ofOrder = (tariff_version: string) =>
      db.updateTable('orders').set({ tariff_version }).where('id', '=', unpriced.orderId).execute();
    const row = await db
      .selectFrom('orders')
      .select('tariff_version')
      .where('id', '=', unpriced.orderId)
      .executeTakeFirstOrThrow();
    await ofOrder('gone');
    return () => ofOrder(row.tariff_version);
  }
  if (what === 'tariff') {
    const rows = await db.selectFrom('tariffs').selectAll().execute();
    await db.updateTable('tariffs').set({ json: '{"elements": 7' }).execute();
    return async () => {
      for (const { id, version, json } of rows)
        await db.updateTable('tariffs').set({ json }).where('id', '=', id).where('version', '=', version).execute();
    };
  }
  const { json, evse_id } = await db
    .selectFrom('points')
    .selectAll()
    .where('evse_id', '=', PLAIN.evseId)
    .executeTakeFirstOrThrow();
  const write = (text: string) => db.updateTable('points').set({ json: text }).where('evse_id', '=', evse_id).execute();
  await write(json.replaceAll('Europe/Berlin', 'Europe/Nowhere'));
  return () => write(json);
}

const asPetra = () => shop.operator.console.operatingAs({ name: 'Petra', may: 'act', by: 'link' }, 'request');

describe.each(['order', 'tariff', 'time zone'] as const)('With a broken %s no price can be worked out:', what => {
  it('charging is stopped, a person is told once, nothing is taken, and it is billed once that is mended', async () => {
    await shop.pass(MINUTE_S);
    const mend = await breakIt(what);
    await shop.pass(5 * MINUTE_S);
    expect(await shop.session(unpriced)).toMatchObject({ state: 'stopping', stopReason: 'operator' });
    expect(shop.stations.calls.filter(({ step }) => step === 'stop')).not.toEqual([]);
    await shop.stations.end(unpriced.authorizationReference, { at: shop.clock.now(), energyWh: whFor(853), isSilent: true });
    await shop.pass(5 * MINUTE_S);
    expect(shop.payments.takings).toEqual([]);
    expect(await shop.attention()).toEqual(['the price cannot be worked out']);
    await mend();
    await shop.pass(5 * MINUTE_S);
    expect(await shop.session(unpriced)).toMatchObject({ state: 'completed', energyWh: whFor(853) });
    expect(shop.payments.takings.map(({ amountMinor }) => amountMinor)).toEqual([853]);
  });

  it('its driver sees that, with duration and energy, and that nothing is charged; then the receipt', async () => {
    await shop.pass(MINUTE_S);
    const mend = await breakIt(what);
    await shop.pass(5 * MINUTE_S);
    const { startedAt, energyWh, stopAcceptedAt } = await shop.session(unpriced);
    const shown = await shop.operator.getSession(unpriced);
    expect(shown).toMatchObject({ kind: 'unpriced', hasEnded: true, energyWh, startedAt: startedAt!.toISOString() });
    expect(shown).toMatchObject({ until: stopAcceptedAt!.toISOString(), hold: { amountMinor: expect.any(Number) } });
    expect(await shop.operator.getWatchedSession(shown)).toMatchObject({ kind: 'unpriced', sessionId: null });
    expect(await shop.operator.stopSession(unpriced)).toMatchObject({ kind: 'unpriced' });
    const receipt = await shop.operator.getReceipt({ receipt: unpriced.sessionId });
    expect(receipt).toMatchObject({ invoice: 'not-yet', waitsFor: 'price', chargedMinor: 0, settlement: 'open' });
    await shop.stations.end(unpriced.authorizationReference, { at: shop.clock.now(), energyWh: whFor(853), isSilent: true });
    await mend();
    await shop.pass(5 * MINUTE_S);
    expect(await shop.operator.getSession(unpriced)).toMatchObject({ kind: 'completed', values: { cost: { amountMinor: 853 } } });
    expect(await shop.operator.getReceipt({ receipt: unpriced.sessionId })).toMatchObject({ totalMinor: 853, invoice: 'ready' });
  });

  it('what was billed before is shown as ever', async () => {
    await shop.stations.end(unpriced.authorizationReference, { at: shop.clock.now(), energyWh: whFor(853) });
    await shop.pass(MINUTE_S);
    await breakIt(what);
    await shop.pass(MINUTE_S);
    expect(await shop.operator.getSession(unpriced)).toMatchObject({ kind: 'completed', values: { cost: { amountMinor: 853 } } });
    expect(await shop.operator.getReceipt({ receipt: unpriced.sessionId })).toMatchObject({ totalMinor: 853, invoice: 'ready' });
  });

  it('the console shows it among the others, and offers to waive it but not to bill it', async () => {
    const { number } = await shop.session(unpriced);
    await breakIt(what);
    await shop.pass(50 * MINUTE_S);
    const shown = await asPetra().getSession({ number });
    expect(shown?.line).toMatchObject({ number, priceMinor: null });
    expect(shown?.can.map(({ does }) => does)).toEqual(expect.arrayContaining(['waive']));
    expect(shown?.can.map(({ does }) => does)).not.toContain('bill');
  });
});

it('Free charging goes on where its price cannot be worked out, for nothing is held: a person is told', async () => {
  const started = await shop.operator.startSession(await shop.request({ evseId: 'DE*BLF*E1005*1' }));
  if (started.kind !== 'charging') throw new Error('Not free');
  await shop.pass(5);
  const { db } = shop.store;
  const ofIt = db.selectFrom('sessions').selectAll().where('id', '=', started.sessionId);
  const { start_id, order_id } = await ofIt.executeTakeFirstOrThrow();
  await shop.stations.plugIn(start_id, shop.clock.now());
  await db.updateTable('orders').set({ tariff_version: 'gone' }).where('id', '=', order_id).execute();
  await shop.pass(5 * MINUTE_S);
  expect((await ofIt.executeTakeFirstOrThrow()).state).toBe('running');
  expect(await shop.operator.getSession(started)).toMatchObject({ kind: 'running', values: { cost: { amountMinor: 0 } } });
  expect(await shop.attention()).toEqual(['the price cannot be worked out']);
});
