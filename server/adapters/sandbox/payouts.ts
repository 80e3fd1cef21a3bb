import type { Currency } from '../../../shared/model/money.ts';
import { DAY_MS, HOUR_MS, isoDay } from '../../../shared/model/time.ts';
import type { Payouts, ProviderPayout, ProviderPayoutRow } from '../../core/ports/payoutPort.ts';
import type { Clock, KeyValueStore } from '../../core/ports/ports.ts';
import type { SandboxHold } from './hold.ts';

/** Fees similar to those of a real payment provider: a share of the captured amount plus a fixed amount in minor units. */
const FEE_SHARE = 0.015;
const FEE_MINOR = 25;
/** Time from the beginning of a day until its payout arrives: 06:00 UTC on the next day. */
const ARRIVES_MS = DAY_MS + 6 * HOUR_MS;
const DAYS_AT_ONCE = 31;
const ROWS_AT_ONCE = 100;

/**
 * Returns the key of a row that says "this hold has a capture or refund on this day": 'day/2026-11-21/sbx_…'. With these rows a
 * payout needs to read only the holds of its day.
 */
const noteOf = (day: string, ref: string): string => `day/${day}/${ref}`;

interface SandboxPayouts extends Payouts {
  /**
   * Records that a hold has a capture or refund on this day. Called before each capture and refund. If the capture or refund
   * fails, the record does no harm.
   */
  note(ref: string, at: Date): Promise<void>;
}

/** Simulates one payout per day (UTC), account and currency: the captures of that day minus refunds and fees. */
export function createSandboxPayouts({
  keyValueStore,
  clock,
}: {
  keyValueStore: KeyValueStore;
  clock: Pick<Clock, 'now'>;
}): SandboxPayouts {
  const rowsOf = async (day: string, { limit, after = '' }: { limit?: number; after?: string }) => {
    const prefix = noteOf(day, '');
    const keys = await keyValueStore.listKeys(prefix, limit === undefined ? undefined : { limit, after: after || undefined });
    const holds = await keyValueStore.getSome(keys.map(key => key.slice(prefix.length)));
    return { keys, rows: ([...holds.values()] as SandboxHold[]).flatMap(hold => movements(hold, day)) };
  };

  return {
    note: (ref, at) => keyValueStore.put(noteOf(isoDay(at), ref), null),
    async listPayouts({ account, from, to, after }) {
      const items: ProviderPayout[] = [];
      const begin = after === null ? from.getTime() : Date.parse(after);
      const end = Math.min(to.getTime(), clock.now().getTime());
      for (let n = 0; n < DAYS_AT_ONCE; n++) {
        const day = begin + n * DAY_MS;
        if (day >= end) return { items, next: null };
        items.push(...(await payoutsOf(isoDay(day - DAY_MS))));
      }
      return { items, next: isoDay(begin + DAYS_AT_ONCE * DAY_MS) };

      async function payoutsOf(moved: string): Promise<ProviderPayout[]> {
        const arrivedAt = new Date(Date.parse(moved) + ARRIVES_MS);
        if (arrivedAt > clock.now()) return [];
        const { rows } = await rowsOf(moved, {});
        const ours = rows.filter(row => row.account === account);
        return [...new Set(ours.map(({ currency }) => currency))].map(currency => ({
          id: ['sbx_po', moved, currency, ...(account === null ? [] : [account])].join('_'),
          arrivedAt,
          currency,
          paidMinor: ours.reduce(
            (sum, { row, ...of }) => sum + (of.currency === currency ? row.amountMinor - row.feeMinor : 0),
            0,
          ),
          state: 'paid',
        }));
      }
    },
    async listPayoutRows({ account, payoutId, after }) {
      const [, , day = '', currency] = payoutId.split('_');
      const { keys, rows } = await rowsOf(day, { limit: ROWS_AT_ONCE, ...(after === null ? {} : { after }) });
      return {
        items: rows.filter(each => each.account === account && each.currency === currency).map(({ row }) => row),
        next: keys.length < ROWS_AT_ONCE ? null : (keys.at(-1) ?? null),
      };
    },
  };
}

interface Movement {
  account: string | null;
  currency: Currency;
  row: ProviderPayoutRow;
}

/** Lists the captures and refunds of a hold on the given day. */
function movements({ ref, request, capturedMinor, capturedAt, refunds = [] }: SandboxHold, day: string): Movement[] {
  const { account, currency, paymentId } = request;
  const moved = (at: string, kind: 'capture' | 'refund', amountMinor: number, n = 0): Movement => ({
    account,
    currency,
    row: {
      id: `${ref}_${kind}${n === 0 ? '' : `_${n}`}`,
      at: new Date(at),
      kind,
      ref,
      paymentId,
      amountMinor,
      feeMinor: kind === 'capture' ? Math.round(amountMinor * FEE_SHARE) + FEE_MINOR : 0,
      card: { currency, amountMinor },
    },
  });
  const captures = capturedAt?.startsWith(day) ? [moved(capturedAt, 'capture', capturedMinor)] : [];
  const back = refunds.flatMap(({ at, amountMinor }, n) =>
    at.startsWith(day) ? [moved(at, 'refund', -amountMinor, n + 1)] : [],
  );
  return [...captures, ...back];
}
