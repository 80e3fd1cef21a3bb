import { latest } from '../../core/records/instants.ts';
import type { Trx } from '../../store/engine/database.ts';
import { findClosing } from '../../store/staff/closingRows.ts';
import { addMove, listMovesOf } from '../../store/staff/moveRows.ts';
import type { BookMoveRecord } from '../../store/tables/ledgerTables.ts';

/** Begins the id of a move for a note of the provider's refunds; such a move also marks its note as booked. */
const NOTE = 'note:';

/** The id of the first move of a reason; corrections count on from it. */
export const firstIdOf = (id: string): string => id.replace(/\+\d+$/, '');

/**
 * Adds what the wanted moves say beyond the moves with the same first id. A move that is written never changes: a correction is
 * a further move on the day on which it becomes known. In a day or month that was taken as a batch nothing is added either.
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

/** The day of a move, or the present one where its own was taken already. */
async function openDayOf(trx: Trx, move: BookMoveRecord, now: Date): Promise<Pick<BookMoveRecord, 'at' | 'isDay'>> {
  let day: Pick<BookMoveRecord, 'at' | 'isDay'> = { at: move.at, isDay: move.isDay };
  for (;;) {
    const closing = await findClosing(trx, { ...move, ...day });
    if (!closing) return day;
    // The clock of another process may be ahead: then the present day, too, may have been taken.
    day = { at: latest(now, closing.toAt), isDay: false };
  }
}
