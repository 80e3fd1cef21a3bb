import { latest } from '../../core/records/instants.ts';
import type { Trx } from '../../store/engine/database.ts';
import { findClosing } from '../../store/staff/closingRows.ts';
import { addMove, listMovesOf } from '../../store/staff/moveRows.ts';
import type { BookMoveRecord } from '../../store/tables/ledgerTables.ts';

/** Prefix of the id of a move for a refund note of the provider. A move with this prefix also marks the note as booked. */
const NOTE = 'note:';

/** Id of the first move of a reason. The ids of corrections append a counter. */
export const firstIdOf = (id: string): string => id.replace(/\+\d+$/, '');

/**
 * Adds the difference between each wanted move and the booked moves with the same first id. A booked move never changes: a
 * correction is a further move on the day on which the correction becomes known. A day or month that was exported as a batch
 * receives no further moves.
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

/** The day of a move, or the present day if the move's own day has already been exported. */
async function openDayOf(trx: Trx, move: BookMoveRecord, now: Date): Promise<Pick<BookMoveRecord, 'at' | 'isDay'>> {
  let day: Pick<BookMoveRecord, 'at' | 'isDay'> = { at: move.at, isDay: move.isDay };
  for (;;) {
    const closing = await findClosing(trx, { ...move, ...day });
    if (!closing) return day;
    // The clock of another process may be ahead. The present day may then also have been exported.
    day = { at: latest(now, closing.toAt), isDay: false };
  }
}
