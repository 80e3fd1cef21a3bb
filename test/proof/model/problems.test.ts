import { describe, expect, it } from '@jest/globals';
import { codecOf } from '../../../server/store/tables/codec.ts';
import { PAYMENT } from '../../../server/store/tables/tables.ts';
import { somePayment } from '../../support/rows.ts';
import { violations } from './problems.ts';
import type { Rows } from './rows.ts';
import type { Page, World } from './world.ts';

const page: Page = {
  ref: 'a',
  paymentId: 'p',
  amountMinor: 8000,
  state: 'captured',
  capturedMinor: 853,
  isShown: true,
  isShort: false,
};
const left = {
  clicks: 0,
  others: 0,
  cancelOrder: 0,
  cancelStart: 0,
  stop: 0,
  faults: 0,
  crashes: 0,
  refusals: 0,
  lastMoments: 0,
  shortHolds: 0,
};
const rows: Rows = { orders: [], payments: [], sessions: [], outbox: [], meter_values: [] };

/** Returns the violations found in an order that was charged (17.408 kWh) and paid (8.53 euros), changed by the arguments. */
const found = (pages: readonly Partial<Page>[], station: Partial<World['station']> = {}, more: Partial<Rows> = {}) =>
  violations(
    {
      database: 0,
      spent: {},
      flights: [],
      ghosts: [],
      left,
      pages: pages.map(changes => ({ ...page, ...changes })),
      station: { state: 'final', hasTombstone: false, wh: 17_408, ...station },
    },
    { ...rows, ...more },
  );

describe('A state of an order', () => {
  it('in which the bill was taken once is right', () => {
    expect(found([{}])).toEqual([]);
  });

  it.each([
    ['captured above the hold', [{ amountMinor: 800 }], {}],
    ['captured without energy', [{}], { state: 'idle' }],
    ['captured a bill of nothing', [{}], { wh: 0 }],
    ['captured a bill of nothing', [{ capturedMinor: 20 }], { wh: 408 }],
    ['captured another amount than the bill', [{ capturedMinor: 852 }], {}],
    ['captured another amount than the bill', [{ capturedMinor: 7999 }], { wh: 193_878 }],
    ['captured twice', [{}, { ref: 'b', paymentId: 'q' }], {}],
    ['charging without a hold', [{ state: 'released', capturedMinor: 0 }], { state: 'charging' }],
    ['charging on a hold about to lapse', [{ state: 'authorised', isShort: true }], { state: 'armed' }],
    ['charging on a hold about to lapse', [{ state: 'authorised', isShort: true }], { state: 'charging' }],
    ['energy delivered, hold released', [{ state: 'released', capturedMinor: 0 }], {}],
    ['two open pages', [{ state: 'open' }, { state: 'open', ref: 'b', paymentId: 'q' }], {}],
    ['two pages for one payment', [{ state: 'open' }, { state: 'expired', ref: 'b' }], {}],
  ] as const)('is noticed: %s', (fault, pages, station) => {
    expect(found(pages, station)).toContain(fault);
  });

  it('is noticed: hold gone before capture', () => {
    expect(found([{}], {}, { payments: [codecOf(PAYMENT).encode(somePayment({ state: 'capture_failed' }))] })).toContain(
      'hold gone before capture',
    );
  });
});
