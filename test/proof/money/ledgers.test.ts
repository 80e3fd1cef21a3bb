import { describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS } from '../../../shared/model/time.ts';
import { compare, FAULTS, type Fault, type Ledgers, storyOf } from './ledgers.ts';

const hold: Ledgers['provider'][number] = {
  ref: 'ref',
  paymentId: 'payment',
  state: 'captured',
  amountMinor: 8000,
  capturedMinor: 490,
  captures: 1,
  expiresAt: 100,
  authorisedAt: 10,
  captureBefore: 7 * DAY_MS,
  settledAt: 90,
  isDelayed: false,
};
const start: Ledgers['stations'][number] = {
  authorizationReference: 'start',
  startedAt: 20,
  endedAt: 80,
  energyWh: 10_000,
  isFinal: true,
};

interface Planted {
  hold?: Partial<typeof hold>;
  /** A second hold of the same order at the payment provider. */
  other?: Partial<typeof hold>;
  start?: Partial<typeof start>;
  captured?: number | null;
  total?: number;
  documents?: number;
  open?: Ledgers['ours']['open'];
}

/** Returns the records of one correct order, with the given deviations. */
function ledgers(planted: Planted = {}): Ledgers {
  const { captured = 490, total = 490, documents = 1, open = [] } = planted;
  return {
    provider: [{ ...hold, ...planted.hold }, ...(planted.other ? [{ ...hold, ref: 'other', ...planted.other }] : [])],
    stations: [{ ...start, ...planted.start }],
    ours: {
      orders: [{ id: 'order', state: 'held', payment_id: 'payment' }],
      payments: [
        {
          id: 'payment',
          order_id: 'order',
          state: captured ? 'captured' : 'released',
          ref: 'ref',
          captured_minor: captured,
          capture_before: null,
        },
        { id: 'payment-2', order_id: 'order', state: 'expired', ref: 'other', captured_minor: null, capture_before: null },
      ],
      sessions: [
        {
          id: 'session',
          order_id: 'order',
          start_id: 'start',
          state: 'completed',
          stop_reason: null,
          stop_requested_at: null,
          total_minor: total,
        },
      ],
      documents: Array.from({ length: documents }, () => ({ session_id: 'session' })),
      open,
    },
  };
}
const faultsOf = (planted?: Planted): Fault[] =>
  [...compare(ledgers(planted), { speed: 1 })].filter(([, where]) => where.length > 0).map(([fault]) => fault);

const CASES: readonly [Fault, Planted][] = [
  ['charged twice', { other: { paymentId: 'payment-2', capturedMinor: 100 } }],
  ['charged twice', { hold: { captures: 2 } }],
  ['charged without energy', { start: { energyWh: 0 } }],
  ['energy unbilled', { hold: { state: 'released', capturedMinor: 0 }, captured: null, documents: 0 }],
  ['captured above hold', { hold: { amountMinor: 400 } }],
  ['captured another amount than the bill', { hold: { capturedMinor: 480 }, captured: 480 }],
  ['bill differs from the meter', { start: { energyWh: 12_000 } }],
  ['released while charging', { hold: { state: 'released', capturedMinor: 0, settledAt: 50 }, captured: null, documents: 0 }],
  ['charging on a hold about to lapse', { hold: { captureBefore: DAY_MS }, start: { endedAt: DAY_MS } }],
  ['charging on a hold about to lapse', { hold: { authorisedAt: 0, captureBefore: 13 * HOUR_MS - 1 } }],
  ['two pages for one payment', { other: { state: 'expired', capturedMinor: 0 } }],
  ['our books differ from the provider’s', { captured: 480 }],
  ['our books differ from the provider’s', { other: { paymentId: 'nobody’s', state: 'expired' } }],
  ['not one document for a captured bill', { documents: 0 }],
  ['not one document for a captured bill', { documents: 2 }],
  ['unsettled after the sweep', { other: { paymentId: 'payment-2', state: 'authorised', capturedMinor: 0 } }],
  ['unsettled after the sweep', { start: { isFinal: false } }],
  ['unsettled after the sweep', { open: [{ kind: 'capture', subject_id: 'payment' }] }],
];

describe('Three books', () => {
  it('that agree show nothing', () => {
    expect(faultsOf()).toEqual([]);
  });

  it('show nothing where a hold lasted just long enough to begin', () => {
    expect(faultsOf({ hold: { authorisedAt: 0, captureBefore: 13 * HOUR_MS } })).toEqual([]);
    expect(
      faultsOf({
        other: { state: 'expired', capturedMinor: 0, authorisedAt: null, captureBefore: null, paymentId: 'payment-2' },
      }),
    ).toEqual([]);
  });

  it.each(CASES)('show: %s', (fault, planted) => {
    expect(faultsOf(planted)).toContain(fault);
  });

  it('show every kind of fault there is a column for', () => {
    expect(new Set(CASES.map(([fault]) => fault))).toEqual(new Set(FAULTS));
  });

  it('tell what they have written down of one order, and of no other', () => {
    const story = JSON.parse(storyOf(ledgers({ open: [{ kind: 'capture', subject_id: 'payment' }] }), 'order'));
    expect(story).toMatchObject({
      order: { state: 'held' },
      payments: [{ ref: 'ref' }, { ref: 'other' }],
      sessions: [{ id: 'session' }],
      holds: [{ capturedMinor: 490 }],
      starts: [{ energyWh: 10_000 }],
      open: [{ kind: 'capture' }],
    });
    expect(JSON.parse(storyOf(ledgers(), 'another'))).toEqual({ payments: [], sessions: [], open: [], holds: [], starts: [] });
  });
});
