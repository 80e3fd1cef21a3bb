import type { LegalSource } from '../../../shared/model/legal.ts';
import type { ClientRecord } from '../../core/records/records.ts';
import type { Db, Trx } from '../engine/database.ts';
import { LEGAL_TEXT } from '../tables/catalogueTables.ts';
import { codecOf } from '../tables/codec.ts';

const codec = codecOf(LEGAL_TEXT);

/** Returns all legal texts of a brand, in all languages. */
const legalSourcesOf = ({ legal }: Pick<ClientRecord, 'legal'>): readonly LegalSource[] =>
  Object.values(legal).flatMap(texts => Object.values(texts));

/** Stores the legal texts of a brand by their hashes. A text that is already stored stays unchanged. */
export async function addLegalTexts(trx: Trx, client: ClientRecord): Promise<void> {
  const rows = legalSourcesOf(client).map(source => codec.encode({ hash: source.hash, source }));
  if (rows.length > 0)
    await trx
      .insertInto('legal_texts')
      .values(rows)
      .onConflict(conflict => conflict.column('hash').doNothing())
      .execute();
}

/**
 * Finds a legal text by its SHA-256 hash in hex. The text may no longer be in use.
 * @returns null if no brand has ever had this text
 */
export async function findLegalTextByHash(db: Db, hash: string): Promise<LegalSource | null> {
  const row = await db.selectFrom('legal_texts').selectAll().where('hash', '=', hash).executeTakeFirst();
  return row ? codec.decode(row).source : null;
}
