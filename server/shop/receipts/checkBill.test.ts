import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type OpenOperator, openOperator } from '../../../test/support/openShop.ts';
import { END, METER, payloadOf, signedValue } from '../../core/verification/records.fixture.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

it('has nothing to say before there is a bill', async () => {
  const { sessionId } = await shop.charging();
  await expect(shop.operator.checkBill({ receipt: sessionId })).rejects.toMatchObject({ code: 'not-now' });
  await expect(shop.operator.checkBill({ receipt: 'AAAAAAAAAAAAAAAAAAAAAA' })).rejects.toMatchObject({ code: 'no-receipt' });
  expect((await shop.operator.getReceipt({ receipt: sessionId })).check).toBeNull();
});

it('opens with the session or a receipt token, not with an old one, and stands on the receipt', async () => {
  const { operator, clock, stations } = shop;
  const { sessionId, authorizationReference } = await shop.charging();
  await shop.pass(600);
  await stations.end(authorizationReference, { at: clock.now(), energyWh: 2000 });
  await shop.pass(5);
  const check = await operator.checkBill({ receipt: sessionId });
  // The simulated station sends a signed value that cannot be parsed.
  expect(check).toMatchObject({
    overall: 'problem',
    records: [{ verdict: 'invalid', reason: 'malformed' }],
    billedEnergyWh: 2000,
  });
  const receipt = await operator.getReceipt({ receipt: sessionId });
  expect(receipt.check).toEqual(check);
  const token = receipt.found.receipt;
  expect(await operator.checkBill({ receipt: token })).toEqual(check);
  await shop.pass(601);
  await expect(operator.checkBill({ receipt: token })).rejects.toMatchObject({ code: 'link-expired' });
});

it('takes the energy and the point of the session that is asked for', async () => {
  const { operator, clock, stations } = shop;
  const { sessionId, authorizationReference } = await shop.charging();
  await shop.pass(600);
  await stations.end(authorizationReference, { at: clock.now(), energyWh: 12_345 });
  const other = signedValue(METER, payloadOf({ CI: 'DE*BLF*E9999*1', RD: [{ ...END, TX: 'B', RV: 4700 }, END] }));
  const report = { authorizationReference, state: 'ended' as const, startedAt: null, endedAt: null, readings: [], isFinal: true };
  // A signed value never replaces an earlier one: the app stores both.
  await operator.report(authorizationReference, { ...report, signedValues: [other] });
  await shop.pass(5);
  const check = await operator.checkBill({ receipt: sessionId });
  expect(check.records.map(({ verdict }) => verdict)).toEqual(['invalid', 'valid']);
  expect(check).toMatchObject({ reasons: ['point', 'energy'], signedEnergyWh: 23_549, billedEnergyWh: 12_345 });
});
