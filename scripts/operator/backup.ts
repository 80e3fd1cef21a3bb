// npm run backup -- <file>: copies the embedded SQLite database, also while the app is running. Default: a file in
// DATA_DIR/backup/.
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { databaseFile } from '../../server/store/openStore.ts';
import { storeOptions } from './database.ts';

/**
 * Number of pages per step. All pages are copied in one step, because a write between two steps restarts the copy, which might
 * then never finish.
 */
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
// Writes to a temporary name first, so that an interrupted copy is never mistaken for a backup.
const part = `${target}.part`;
rmSync(part, { force: true });
const database = new DatabaseSync(source, { timeout: 5000 });
await backup(database, part, { rate: ALL_PAGES });
database.close();

const copy = new DatabaseSync(part);
const verdict = copy.prepare('pragma integrity_check').get()?.integrity_check;
// Merges the write-ahead log, so that the backup is a single file.
copy.exec('pragma journal_mode=delete');
copy.close();
if (verdict !== 'ok') refuse(`The copy is damaged: ${verdict}`);
renameSync(part, target);
console.log(`${target}, ${statSync(target).size} bytes`);
