import type { SearchQuery } from '../../../shared/charging/charging.ts';
import type { FoundSession, Receipt } from '../../../shared/charging/receipt.ts';
import { readAmountMinor } from '../../../shared/forms/receiptSearch.ts';
import { readEvseId } from '../../../shared/model/evseId.ts';
import type { Currency } from '../../../shared/model/money.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Clock } from '../../core/ports/ports.ts';
import type { UpstreamSession } from './wire.ts';

/**
 * Encrypts a text into a token that is valid for ten minutes and that only the app can read or create. The text must not contain
 * a dot.
 */
export interface ReceiptTokens {
  issue(words: string, now: Date): string;
  /**
   * Decrypts a token.
   * @returns null if it was not issued by the app or has expired
   */
  open(token: string, now: Date): string | null;
}

interface TokenContents extends Omit<FoundSession, 'receipt' | 'timeZone'> {
  country: string;
}

export interface Receipts {
  /**
   * Converts a session of the search result. Its receipt token contains all data of the session, because the external service
   * has no call for a single session.
   */
  foundSession(session: UpstreamSession, query: SearchQuery & { currency: Currency }): FoundSession;
  /**
   * Returns the receipt that a token contains.
   * @throws Problem 'no-receipt' or 'link-expired'
   */
  readReceipt(token: string): Receipt;
}

/** Used for all sessions, because all countries where charging is offered have Central European Time. */
const TIME_ZONE = 'Europe/Berlin';
/** Maximum length of a token, so that it fits into links and the cookie of the search results. */
const MAX_TOKEN_LENGTH = 300;

export function createReceipts({ receiptTokens, clock }: { receiptTokens: ReceiptTokens; clock: Pick<Clock, 'now'> }): Receipts {
  const sealed = (stored: TokenContents) => receiptTokens.issue(packed(stored), clock.now());
  return {
    foundSession(session, request) {
      const contents = tokenContentsOf(session, request);
      const { country: _, ...found } = contents;
      const token = sealed(contents);
      const receipt = token.length <= MAX_TOKEN_LENGTH ? token : sealed({ ...contents, street: '', city: '', postalCode: '' });
      return { ...found, receipt, timeZone: TIME_ZONE };
    },
    readReceipt(receipt) {
      if (!receipt.startsWith('r.')) throw new Problem('no-receipt');
      const words = receiptTokens.open(receipt, clock.now());
      if (words === null) throw new Problem('link-expired');
      const { country, ...found } = unpacked(words);
      const { amountMinor, currency } = found.price;
      return {
        receipt,
        country,
        currency,
        found: { ...found, receipt, timeZone: TIME_ZONE },
        plug: null,
        lines: [],
        totalMinor: amountMinor,
        vat: [],
        chargedMinor: amountMinor,
        settlement: 'charged',
        cardDigits: null,
        timeline: [],
        isBilled: true,
        invoice: 'none',
        documents: [],
        companyInvoice: 'none',
        isBuyerMissing: false,
        waitsFor: null,
        mail: 'none',
        calibration: 'none',
        check: null,
      };
    },
  };
}

/**
 * Collects the contents of a receipt token. If the external service omits day or price, the values of the search are used,
 * because it found the session by them.
 */
function tokenContentsOf(session: UpstreamSession, query: SearchQuery & { currency: Currency }): TokenContents {
  const { id, startTime, endTime, energyKwh, price, currency, street, postalCode, city, evse } = session;
  return {
    number: id,
    evseId: evse ?? '',
    street: street ?? '',
    postalCode: postalCode ?? '',
    city: city ?? '',
    startedAt: startTime ? new Date(startTime).toISOString() : query.date,
    endedAt: startTime && endTime ? new Date(endTime).toISOString() : null,
    energyWh: energyKwh === null ? null : Math.round(energyKwh * 1000),
    price: {
      amountMinor: price === null ? (readAmountMinor(query.price) ?? 0) : Math.round(price * 100),
      currency: currency ?? query.currency,
    },
    country: query.country,
  };
}

type Packed = [number | null, string, string, string, string, string, string | null, number | null, number, Currency, string];

/**
 * Serialises the contents as an array, because the token must fit into a URL. Dots are escaped, because they separate the parts
 * of a token.
 */
function packed(stored: TokenContents): string {
  const { number, evseId, street, postalCode, city, startedAt, endedAt, energyWh, price, country } = stored;
  const fields: Packed = [
    ...([number, evseId, street, postalCode, city, startedAt, endedAt, energyWh] as const),
    ...([price.amountMinor, price.currency, country] as const),
  ];
  return JSON.stringify(fields).replaceAll('.', '\\u002e');
}

function unpacked(words: string): TokenContents {
  const [number, evseId, street, postalCode, city, startedAt, endedAt, energyWh, amountMinor, currency, country] = JSON.parse(
    words,
  ) as Packed;
  const price = { amountMinor, currency };
  return { number, evseId, street, postalCode, city, startedAt, endedAt, energyWh, price, country };
}

/**
 * Formats a typed price for the external service: without currency signs, with a decimal point and the typed number of decimals.
 * @returns null if the text is not a price
 */
export function priceText(typed: string): string | null {
  const minor = readAmountMinor(typed);
  if (minor === null) return null;
  const decimals = /[.,](\d{1,2})\D*$/.exec(typed)?.[1]?.length ?? 0;
  return (minor / 100).toFixed(decimals);
}

/**
 * Whether a session took place at the given charging point. After too many unsuccessful attempts, the search requires the EVSE
 * ID. A session without an EVSE ID never matches one.
 */
export const isAt = ({ evse }: UpstreamSession, evseId: string | undefined): boolean =>
  evseId === undefined || (evse !== null && comparable(evse) === comparable(evseId));

/** Normalises the id of a charging point for comparison. The external service may use ids that are not EVSE IDs. */
const comparable = (evse: string): string => readEvseId(evse)?.compact ?? evse.trim().replace(/\s+/g, ' ').toUpperCase();
