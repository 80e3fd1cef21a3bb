import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Given, type OpenContext, openContext } from '../../../test/support/openContext.ts';
import { checkSession } from './checkSession.ts';

let open: OpenContext;
beforeAll(async () => {
  open = await openContext();
});
afterAll(() => open.close());

const BILL = { currency: 'EUR', lines: [], totalMinor: 0, vat: [] } as const;
const PAID = { bill: { ...BILL, totalMinor: 98 }, totalMinor: 98 };

test.each<[string, Given, boolean]>([
  ['is over and was charged for', { session: { state: 'completed', ...PAID } }, true],
  ['was free', { order: { limitMinor: null }, session: { state: 'completed', bill: BILL, totalMinor: 0 } }, true],
  ['had a price, but came to nothing', { session: { state: 'completed', bill: BILL, totalMinor: 0 } }, false],
  ['goes on', { session: { state: 'stopping', ...PAID } }, false],
  ['has no bill', { session: { state: 'completed', bill: null, totalMinor: 98 } }, false],
])('The bill of a session that %s has a check: %#', async (_, given, hasCheck) => {
  const order = await open.given(given);
  const check = await checkSession(open.context, await order.session());
  expect(check === null).toBe(!hasCheck);
  if (check) expect(check.reasons).toContain('no-records');
});
