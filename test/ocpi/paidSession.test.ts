import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findOrder } from '../../server/operator/store/orders.ts';
import { findPayment } from '../../server/operator/store/payments.ts';
import type { Session } from '../../shared/session.ts';
import { type OcpiShop, openOcpiShop } from '../support/ocpi/openOcpiShop.ts';
import { until } from '../support/startApp.ts';

const AC = 'DE*CPO*E1*1';

let shop: OcpiShop;
beforeEach(async () => {
  shop = await openOcpiShop();
  await shop.connect();
});
afterEach(() => shop.close());

const pointAt = (evseId = AC) => shop.operator.getChargingPoint({ clientId: shop.clientId, evseId });
let forms = 0;
async function paid(evseId = AC): Promise<{ orderId: string; sessionId: string }> {
  const { plugs } = await pointAt(evseId);
  const [plug] = plugs;
  const started = await shop.operator.startSession({
    clientId: shop.clientId,
    evseId,
    connector: plug?.id ?? '',
    limitMinor: plug?.defaultLimitMinor ?? null,
    contact: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', emailConfirmation: 'ada@example.org' },
    consents: { acceptTerms: true, acceptPrivacy: true },
    tariffVersion: plug?.tariffVersion ?? '',
    formToken: `form-${++forms}`,
    locale: 'de',
  });
  if (started.kind !== 'pay') throw new Error('Nothing to pay');
  const order = await findOrder(shop.store.db, started.orderId);
  const payment = await findPayment(shop.store.db, order?.paymentId ?? '');
  shop.payments.pay(payment?.ref ?? '');
  const settled = await shop.operator.refreshOrder({ orderId: started.orderId });
  if (settled.kind !== 'charging') throw new Error('Not charging');
  return { orderId: started.orderId, sessionId: settled.sessionId };
}
const seen = ({ sessionId }: { sessionId: string }, isSo: (session: Session) => boolean) =>
  until(() => shop.operator.getSession({ sessionId }), isSo);
const paymentOf = async ({ orderId }: { orderId: string }) => {
  const order = await findOrder(shop.store.db, orderId);
  return findPayment(shop.store.db, order?.paymentId ?? '');
};
const commands = async () =>
  (await shop.cpo.state()).seen.filter(({ path }) => /commands/.test(path)).map(({ path }) => path.split('/').at(-1));

describe('At a charging point of a CPO', () => {
  it('a driver sees place, plug and price as the CPO tells them, and whether the plug is free', async () => {
    const { street, city, plugs } = await pointAt();
    expect([street, city]).toEqual(['Hauptstraße 1', 'Köln']);
    expect(plugs[0]).toMatchObject({ state: 'available', kind: 'type2', isFree: false });
    expect(JSON.stringify(plugs[0]?.prices)).toContain('595000');
  });

  it('a paid session starts, charges, is stopped, and is billed when its CDR has come', async () => {
    const ordered = await paid();
    await seen(ordered, ({ kind }) => kind === 'running');
    await seen(ordered, session => session.kind === 'running' && session.values.energyWh > 1000);
    await shop.operator.stopSession(ordered);
    const done = await seen(ordered, session => session.kind === 'completed' && session.isBilled);
    const [cdr] = (await shop.cpo.state()).cdrs;
    if (done.kind !== 'completed') throw new Error('Not completed');
    expect(done.values.energyWh).toBe(Math.round(Number(cdr?.total_energy) * 1000));
    const payment = await paymentOf(ordered);
    expect(payment).toMatchObject({ state: 'captured', capturedMinor: done.values.cost.amountMinor });
    expect(payment?.capturedMinor).toBe(Math.round(done.values.energyWh * 0.0595));
    expect(await commands()).toEqual(['START_SESSION', 'STOP_SESSION']);
  });

  it('a refused start gives the hold back', async () => {
    await shop.cpo.turn({ start: { answer: 'REJECTED' } });
    const ordered = await paid();
    await seen(ordered, ({ kind }) => kind === 'cancelled');
    expect(
      (
        await until(
          () => paymentOf(ordered),
          payment => payment?.state === 'released',
        )
      )?.state,
    ).toBe('released');
  });

  it('a start whose answer is lost is never sent again, and what began is found', async () => {
    await shop.cpo.turn({ faults: [{ module: 'commands', kind: 'lost', times: 1 }] });
    const ordered = await paid();
    await seen(ordered, ({ kind }) => kind === 'running');
    expect((await commands()).filter(command => command === 'START_SESSION')).toHaveLength(1);
  });
});
