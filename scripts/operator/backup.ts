// Copies the embedded database while the app may be running: npm run backup -- <file>. The default file is in DATA_DIR/backup/.
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { databaseFile } from '../../server/store/openStore.ts';
import { storeOptions } from './database.ts';

/** Copies all pages in one step. A copy in several steps would restart with every write in between and might never finish. */
const ALL_PAGES = 2 ** 31 - 1;

function refuse(reason: string): never {
  console.error(reason);
  process.exit(1);
}

const source = databaseFile(storeOptions.dataDir);
const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
const target = path.resolve(process.argv[2] ?? path.join(storeOptions.dataDir, 'backup', `app-${time}.sqlite`));
if (storeOptions.databaseUrl !== null) refuse('DATABASE_URL is set, so the data is in PostgreSQL. Use pg_dump.');
if (!existsSync(source)) refuse(`No database found in ${storeOptions.dataDir}. Check DATA_DIR.`);
if (existsSync(target)) refuse(`${target} already exists. Name another file.`);

mkdirSync(path.dirname(target), { recursive: true });
// The copy gets its final name only when it is complete, so an interrupted copy is never taken for a backup.
const part = `${target}.part`;
rmSync(part, { force: true });
const database = new DatabaseSync(source, { timeout: 5000 });
await backup(database, part, { rate: ALL_PAGES });
database.close();

const copy = new DatabaseSync(part);
const verdict = copy.prepare('pragma integrity_check').get()?.integrity_check;
// Merges the journal into the database, so that the backup is a single file.
copy.exec('pragma journal_mode=delete');
copy.close();
if (verdict !== 'ok') refuse(`The copy is damaged: ${verdict}`);
renameSync(part, target);
console.log(`${target}, ${statSync(target).size} bytes`);
