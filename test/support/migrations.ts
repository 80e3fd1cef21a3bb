import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Migration, Migrations } from '../../server/store/engine/migrate.ts';

const FOLDER = 'server/store/migrations';

/** A migration, and those that come before it. */
export async function migrationsUpTo(name: string): Promise<{ earlier: Migrations; ours: Required<Migration> }> {
  const read = async (file: string): Promise<Migration> => import(pathToFileURL(path.resolve(FOLDER, file)).href);
  const names = globSync('*.ts', { cwd: FOLDER }).map(file => path.basename(file, '.ts'));
  const before = names.filter(other => other < name);
  return {
    earlier: Object.fromEntries(await Promise.all(before.map(async other => [other, await read(`${other}.ts`)] as const))),
    ours: (await read(`${name}.ts`)) as Required<Migration>,
  };
}
