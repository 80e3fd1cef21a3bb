import type { DatedTariff } from '../../core/records/records.ts';
import type { Trx } from '../engine/database.ts';
import { type POINT, TARIFF } from '../tables/catalogueTables.ts';
import { codecOf, type RowOf } from '../tables/codec.ts';

const tariffCodec = codecOf(TARIFF);

const ROWS_AT_ONCE = 200;

/** Splits a list into parts of one statement each, because a statement can have only some thousand values. */
export const portions = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / ROWS_AT_ONCE) }, (_, n) => list.slice(n * ROWS_AT_ONCE, (n + 1) * ROWS_AT_ONCE));

/**
 * Adds a version of a tariff and its period. A period of another source that starts at the same time stays: it is a change by
 * staff, which an import does not overwrite.
 */
export async function addTariff(
  trx: Trx,
  { id, version, tariff, from, until }: DatedTariff,
  { source, now }: { source: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('tariffs')
    .values({ ...tariffCodec.encode({ id, version, tariff, source }), added_at: now.getTime() })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  await trx
    .insertInto('tariff_periods')
    .values({ tariff_id: id, valid_from: from ?? 0, valid_until: until, version, source })
    .onConflict(conflict => conflict.doNothing())
    .execute();
}

/**
 * Adds points, or replaces those with the same EVSE ID. All points go into one statement, so pass at most one part of
 * `portions`.
 */
export async function putPoints(trx: Trx, rows: readonly RowOf<typeof POINT>[], now: Date): Promise<void> {
  await trx
    .insertInto('points')
    .values(rows.map(row => ({ ...row, changed_at: now.getTime() })))
    .onConflict(conflict =>
      conflict.column('compact').doUpdateSet(eb => ({
        evse_id: eb.ref('excluded.evse_id'),
        client_id: eb.ref('excluded.client_id'),
        json: eb.ref('excluded.json'),
        is_current: eb.ref('excluded.is_current'),
        source: eb.ref('excluded.source'),
        location: eb.ref('excluded.location'),
        charge_point: eb.ref('excluded.charge_point'),
        changed_at: eb
          .case()
          .when('points.json', '=', eb.ref('excluded.json'))
          .then(eb.ref('points.changed_at'))
          .else(eb.ref('excluded.changed_at'))
          .end(),
      })),
    )
    .execute();
}
