import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import { addClientVersion } from './schema/clientVersion.ts';
import { addImportedFiles } from './schema/importedFiles.ts';
import { addPlugsSold } from './schema/plugsSold.ts';
import { runtimeTables } from './schema/runtimeTables.ts';
import { shopTables } from './schema/shopTables.ts';
import { staffTables } from './schema/staffTables.ts';

/**
 * Creates the tables with their constraints and indexes, then the generated columns and the tables that triggers fill. Both
 * engines store times as epoch milliseconds, booleans as 0 or 1, and objects as JSON text.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const tables of [shopTables, staffTables, runtimeTables])
    for (const statement of tables(engine).split(';')) if (statement.trim() !== '') await sql.raw(statement).execute(db);
  for (const add of [addClientVersion, addImportedFiles, addPlugsSold]) await add(db, engine);
}
