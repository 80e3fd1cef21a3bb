import type { Currency } from '../../../shared/model/money.ts';
import { isoDay } from '../../../shared/model/time.ts';
import type { Trx } from '../../store/engine/database.ts';
import { listClients } from '../../store/shop/catalogue.ts';
import { listMovesOf } from '../../store/staff/moveRows.ts';
import {
  findPayout,
  groupRows,
  listPassing,
  noteBooked,
  type RowGroup,
  rebookAfter,
  setSuppliers,
} from '../../store/staff/payoutWrites.ts';
import type { BookMoveRecord, PayoutRecord } from '../../store/tables/ledgerTables.ts';
import { addMoves, firstIdOf } from './addMoves.ts';

type Kind = BookMoveRecord['kind'];

/** Shares in a payout: amounts in minor units, keyed by supplier. */
type Shares = Map<string, number>;
const add = (shares: Shares, supplier: string, minor: number): void =>
  void shares.set(supplier, (shares.get(supplier) ?? 0) + minor);

/**
 * Books a payout: its rows and the amount that was paid to the bank. If the payout was booked before, only the difference is
 * booked. Captures and refunds by this app are already booked with their payments, so their rows add only fees.
 */
export async function bookPayout(trx: Trx, id: string, now: Date): Promise<void> {
  const payout = await findPayout(trx, id);
  if (!payout || payout.bookedAt !== null || payout.wholeAt === null) return;
  const holder = await holderOf(trx, payout.account);
  await setSuppliers(trx, { payoutId: id, holder });
  const groups = await groupRows(trx, id);
  const sums = new Map<string, { supplier: string; currency: Currency; kind: Kind; minor: number }>();
  for (const move of groups.flatMap(group => movesOf(group, payout.currency))) {
    const key = `${move.supplier}:${move.kind}:${move.currency}`;
    sums.set(key, { ...move, minor: move.minor + (sums.get(key)?.minor ?? 0) });
  }
  const shares = await sharesOf(trx, { payout, groups, holder });
  const day = { at: new Date(`${isoDay(payout.arrivedAt)}T00:00:00Z`), isDay: true };
  const about = { ref: id, currency: payout.currency, number: null };
  const moves: BookMoveRecord[] = [...sums].map(([key, move]) => ({ ...about, ...day, ...move, id: `${id}:${key}` }));
  for (const [supplier, minor] of shares) {
    moves.push({ ...about, ...day, id: `${id}:${supplier}:payout`, supplier, kind: 'payout', minor: 0 - minor });
    const { failedAt } = payout;
    if (failedAt)
      moves.push({ ...about, at: failedAt, isDay: false, id: `${id}:${supplier}:returned`, supplier, kind: 'returned', minor });
  }
  const booked = await listMovesOf(trx, id);
  // Ledger moves of an earlier booking that no longer apply are corrected to zero.
  for (const move of booked.filter(
    ({ id: known }) => known === firstIdOf(known) && !moves.some(({ id: wanted }) => wanted === known),
  ))
    moves.push({ ...move, minor: 0 });
  await addMoves(trx, moves, now);
  await noteBooked(trx, id, payout.wholeAt);
  // A later payout that contains this payout as a row is divided in the same proportions, so it must be booked again.
  if ((await listMovesOf(trx, id)).length > booked.length) await rebookAfter(trx, payout);
}

/**
 * Returns the supplier to which amounts without a payment belong: the only supplier that is paid on this account. '' if several
 * suppliers share the account.
 */
async function holderOf(trx: Trx, account: string | null): Promise<string> {
  const clients = (await listClients(trx, { isCurrent: true })).filter(({ paymentAccount }) => paymentAccount === account);
  const [client] = clients;
  return client && clients.length === 1 ? client.id : '';
}

/**
 * Returns the ledger moves for a group of payout rows. Captures and refunds are already booked with their payments, so their
 * rows add only fees and currency exchange.
 */
function movesOf(group: RowGroup, currency: Currency): { supplier: string; currency: Currency; kind: Kind; minor: number }[] {
  const { supplier, kind, isMatched, amountMinor, feeMinor, cardMinor } = group;
  const cardCurrency = group.cardCurrency ?? currency;
  const fees = { supplier, currency, kind: 'fee', minor: 0 - feeMinor } as const;
  switch (kind) {
    case 'fee':
    case 'dispute':
    case 'reserve':
    case 'other':
      return [fees, { supplier, currency, kind, minor: amountMinor }];
    // The amount of a payout row is booked as the payout that the row names, so only the fees are left to book.
    case 'payout':
    case 'returned':
    case 'manual':
      return [fees];
    default:
      if (!isMatched) return [fees, { supplier, currency, kind: 'unexplained', minor: amountMinor }];
      // The payment was booked in the currency of the card, but the payment provider may have paid out another currency.
      return [
        fees,
        { supplier, currency, kind: 'exchange', minor: amountMinor },
        { supplier, currency: cardCurrency, kind: 'exchange', minor: 0 - cardMinor },
      ];
  }
}

/**
 * Returns the share of each supplier in a payout: the row amounts minus the fees. If the rows do not add up to the payout, the
 * difference goes to `holder`, the supplier that owns the account.
 */
async function sharesOf(
  trx: Trx,
  { payout, groups, holder }: { payout: PayoutRecord; groups: readonly RowGroup[]; holder: string },
): Promise<Shares> {
  const shares: Shares = new Map();
  for (const { supplier, kind, amountMinor, feeMinor } of groups)
    add(shares, supplier, (kind === 'payout' || kind === 'returned' ? 0 : amountMinor) - feeMinor);
  for (const { ref, supplier, amountMinor } of await listPassing(trx, payout.id)) {
    const whole = (await listMovesOf(trx, ref ?? '')).filter(({ kind }) => kind === 'payout');
    const wholeMinor = whole.reduce((sum, { minor }) => sum + minor, 0);
    // This row contains the amount of another payout, so it is divided in the proportions of that payout. If that payout is
    // unknown, the amount goes to the supplier of the row.
    if (Math.abs(wholeMinor) !== Math.abs(amountMinor)) add(shares, supplier, amountMinor);
    else for (const part of whole) add(shares, part.supplier, part.minor * Math.sign(wholeMinor) * Math.sign(amountMinor));
  }
  const sharedMinor = [...shares.values()].reduce((sum, minor) => sum + minor, 0);
  add(shares, holder, payout.paidMinor - sharedMinor);
  return shares;
}
