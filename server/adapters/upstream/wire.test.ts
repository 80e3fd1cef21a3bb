import { describe, expect, it } from '@jest/globals';
import { createManualClock } from '../../../test/support/clock.ts';
import { fc, runs } from '../../../test/support/property.ts';
import { createReceiptTokens } from '../../shop/receipts/tokens.ts';
import { UpstreamFailure } from './failure.ts';
import { createReceipts } from './receipts.ts';
import { readMetadata, readSearch } from './wire.ts';

const body = (answer: unknown): Buffer => Buffer.from(JSON.stringify(answer));
const SEARCH = {
  clientId: 'lindau',
  country: 'de',
  date: '2026-11-20',
  price: '12,34',
  lastDigits: '4242',
  currency: 'EUR',
} as const;
/** Random field values: valid ones, invalid times and arbitrary data. */
const INVALID_TIMES = ['2026-W12-3T10:00Z', '2026-02-31T10:00:00Z', '2026-11-20T25:61:00+99:99', '+275761-01-01T00:00Z', 'T Z'];
const anything = fc.oneof(
  fc.constantFrom(...INVALID_TIMES),
  fc.jsonValue(),
  fc.string(),
  fc.date({ noInvalidDate: true }).map(String),
  fc.double(),
);
const sessions = fc.dictionary(
  fc.constantFrom('id', 'startTime', 'end_time', 'energy', 'price', 'currency', 'street', 'postal_code', 'city', 'evse', 'more'),
  anything,
);

/**
 * Returns the UpstreamFailure that `read` throws, or null if it succeeds.
 * @throws every other error, which is not expected
 */
function failureOf(read: () => unknown): UpstreamFailure | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof UpstreamFailure) return error;
    throw error;
  }
}

describe('An answer of the service', () => {
  it('of any shape is an answer or a failure, never a bug', () => {
    fc.assert(
      fc.property(fc.jsonValue(), answer => {
        failureOf(() => readSearch(body(answer)));
        failureOf(() => readSearch(body({ success: true, data: answer })));
        failureOf(() => readMetadata(body(answer)));
        expect(
          failureOf(() => readMetadata(body({ logo: answer, paymentData: answer, currency: answer, imprint: answer }))),
        ).toBeNull();
      }),
      runs(500),
    );
  });

  it('with sessions of any fields gives receipts that fit into a link and open again', () => {
    const clock = createManualClock();
    const receipts = createReceipts({ receiptTokens: createReceiptTokens('a secret of thirty-two characters'), clock });
    fc.assert(
      fc.property(fc.array(sessions, { maxLength: 3 }), data => {
        for (const session of readSearch(body({ data }))) {
          const found = receipts.foundSession(session, SEARCH);
          expect(found.receipt).toMatch(/^[\w.-]{20,300}$/);
          const again = receipts.readReceipt(found.receipt);
          expect(again).toMatchObject({ country: 'de', totalMinor: found.price.amountMinor });
          expect(again.found.startedAt).toBe(found.startedAt);
          expect(Number.isSafeInteger(found.price.amountMinor)).toBe(true);
          expect(Number.isNaN(Date.parse(found.startedAt))).toBe(false);
        }
      }),
      runs(500),
    );
  });

  it('with a place too long for a link loses the place, and not the receipt', () => {
    const receipts = createReceipts({
      receiptTokens: createReceiptTokens('another secret of thirty-two chars'),
      clock: createManualClock(),
    });
    const [session] = readSearch(
      body({ data: [{ street: '水'.repeat(60), city: '水'.repeat(40), postal_code: 88131, energy: '7.5' }] }),
    );
    if (!session) throw new Error('No session');
    const { receipt } = receipts.foundSession(session, SEARCH);
    expect(receipts.readReceipt(receipt).found).toMatchObject({ street: '', energyWh: 7500 });
    expect(session.postalCode).toBe('88131');
  });

  it('opens no receipt after ten minutes', async () => {
    const clock = createManualClock();
    const receipts = createReceipts({ receiptTokens: createReceiptTokens('a secret of thirty-two characters'), clock });
    const [session] = readSearch(body({ data: [{}] }));
    if (!session) throw new Error('No session');
    const { receipt } = receipts.foundSession(session, SEARCH);
    await clock.pass(599_000);
    expect(receipts.readReceipt(receipt).totalMinor).toBe(1234);
    await clock.pass(2000);
    expect(() => receipts.readReceipt(receipt)).toThrow('link-expired');
  });

  it('says why it is none, in its own words or as an unknown error', () => {
    const messageOf = (answer: unknown) => failureOf(() => readSearch(body(answer)))?.message;
    expect(messageOf({ success: false, error: 'Closed on Sundays' })).toBe('Closed on Sundays');
    expect(messageOf({ success: true, data: null, error: 'No database' })).toBe('No database');
    expect(messageOf({ success: false })).toBe('Unknown error');
    expect(messageOf({ data: null, error: 7 })).toBe('Unknown error');
  });
});
