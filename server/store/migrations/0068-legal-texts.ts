import { type Kysely, sql } from 'kysely';

/**
 * Every version of a legal text that was ever sold under. An order stores the hashes of the texts that its driver agreed to.
 * The texts that are sold under now are added at once: an import that changes nothing writes nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('legal_texts')
    .addColumn('hash', 'text', column => column.primaryKey())
    .addColumn('json', 'text', column => column.notNull())
    .execute();
  const { rows } = await sql<{ json: string }>`select json from clients`.execute(db);
  for (const { json } of rows)
    for (const texts of Object.values((JSON.parse(json) as Client).legal))
      for (const source of Object.values(texts))
        await sql`insert into legal_texts (hash, json) values (${source.hash}, ${JSON.stringify(source)})
          on conflict (hash) do nothing`.execute(db);
}

/** The part of a client's row that this migration reads: texts by language and kind. */
interface Client {
  legal: Record<string, Record<string, { hash: string }>>;
}
