import { latest } from '../../core/records/instants.ts';
import type { Trx } from '../../store/engine/database.ts';
import { findClosing } from '../../store/staff/closingRows.ts';
import { addMove, listMovesOf } from '../../store/staff/moveRows.ts';
import type { BookMoveRecord } from '../../store/tables/ledgerTables.ts';

/**
 * Id prefix of a ledger move that was created from a refund note, which records a refund made at the payment provider. The
 * existence of the move shows that the note has been booked.
 */
const NOTE = 'note:';

/** Returns the id of the original ledger move. The id of a correction is that id with a counter appended, for example '+1'. */
export const firstIdOf = (id: string): string => id.replace(/\+\d+$/, '');

/**
 * Books ledger moves, which record how the balance at the payment provider changes. If a move was booked before, only the
 * difference is added. A booked move is never changed: a correction is a new move, dated when it becomes known. Periods that
 * were exported as a batch receive no further moves.
 */
export async function addMoves(trx: Trx, wanted: readonly BookMoveRecord[], now: Date): Promise<void> {
  for (const move of wanted) {
    const earlier = (await listMovesOf(trx, move.ref)).filter(({ id }) => firstIdOf(id) === move.id);
    const minor = earlier.reduce((rest, booked) => rest - booked.minor, move.minor);
    if (minor === 0 && (earlier.length > 0 || !move.id.startsWith(NOTE))) continue;
    const known = earlier.length === 0 ? move : { ...move, at: now, isDay: false, id: `${move.id}+${earlier.length}` };
    await addMove(trx, { ...known, minor, ...(await openDayOf(trx, known, now)) });
  }
}

/** Returns the day on which a ledger move is booked: its own day, or today if its own day was already exported. */
async function openDayOf(trx: Trx, move: BookMoveRecord, now: Date): Promise<Pick<BookMoveRecord, 'at' | 'isDay'>> {
  let day: Pick<BookMoveRecord, 'at' | 'isDay'> = { at: move.at, isDay: move.isDay };
  for (;;) {
    const closing = await findClosing(trx, { ...move, ...day });
    if (!closing) return day;
    // Another process whose clock is ahead may have exported today as well. The next day that is still open is used then.
    day = { at: latest(now, closing.toAt), isDay: false };
  }
}
