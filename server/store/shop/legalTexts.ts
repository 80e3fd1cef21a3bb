import type { LegalSource } from '../../../shared/model/legal.ts';
import type { ClientRecord } from '../../core/records/records.ts';
import type { Db, Trx } from '../engine/database.ts';
import { LEGAL_TEXT } from '../tables/catalogueTables.ts';
import { codecOf } from '../tables/codec.ts';

const codec = codecOf(LEGAL_TEXT);

/** All legal texts of a client, in all languages. */
const legalSourcesOf = ({ legal }: Pick<ClientRecord, 'legal'>): readonly LegalSource[] =>
  Object.values(legal).flatMap(texts => Object.values(texts));

/** Stores the client's legal texts by their hashes. Stored texts stay unchanged. */
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
 * Finds a text by its SHA-256 hash in hex, also if the text is no longer in use.
 * @returns null if no client has had this text
 */
export async function findLegalTextByHash(db: Db, hash: string): Promise<LegalSource | null> {
  const row = await db.selectFrom('legal_texts').selectAll().where('hash', '=', hash).executeTakeFirst();
  return row ? codec.decode(row).source : null;
}
