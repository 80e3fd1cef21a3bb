import { existsSync } from 'node:fs';
import Joi from 'joi';
import { field } from '../../server/staff/acts/fields.ts';
import { CopyRefused, copyDatabase } from '../../server/store/engine/copyDatabase.ts';
import { databaseFile, moveDatabaseAside, openStore } from '../../server/store/openStore.ts';
import { storeOptions } from './database.ts';

/** Moves the embedded database of a stopped app to PostgreSQL. */
export const MOVE = {
  does: 'Copy the embedded database to an empty PostgreSQL database and compare both; stop the app before',
  fields: {
    to: field(
      '--to postgres://…',
      Joi.string()
        .pattern(/^postgres(ql)?:\/\//)
        .required(),
      'Missing address. Use --to postgres://….',
    ),
  },
  async runAlone({ to }: Readonly<Record<string, unknown>>) {
    const { dataDir, databaseUrl } = storeOptions;
    const file = databaseFile(dataDir);
    if (databaseUrl !== null) throw new CopyRefused('DATABASE_URL is set, so the app already uses PostgreSQL.');
    if (!existsSync(file))
      throw new CopyRefused(`No database found in ${dataDir}. Check that DATA_DIR is the same as for the app.`);
    await migrated(openStore(storeOptions));
    const target = openStore({ databaseUrl: String(to), databaseListenUrl: null, dataDir });
    try {
      await target.migrate();
      const copied = await copyDatabase(file, target.db);
      const rows = copied.reduce((sum, table) => sum + table.rows, 0);
      const aside = moveDatabaseAside(dataDir);
      return {
        data: { tables: copied, file: aside },
        lines: [
          ...copied.filter(table => table.rows > 0).map(table => `${table.table}: ${table.rows}`),
          `${rows} rows of ${copied.length} tables are copied and compared. The file is now ${aside}.`,
          'Set DATABASE_URL to this address in the settings of the app, and start the app.',
        ],
      };
    } finally {
      await target.close();
    }
  },
};

/** Migrates the embedded database, so that both databases have the same tables. */
async function migrated(store: ReturnType<typeof openStore>): Promise<void> {
  try {
    await store.migrate();
  } finally {
    await store.close();
  }
}
