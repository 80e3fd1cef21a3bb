// npm run migrate: migrates the database to the version of this release before the app starts. With `-- --status`, only lists the
// migrations and fails if one is pending.
import { existsSync } from 'node:fs';
import type { Store } from '../../server/store/engine/database.ts';
import { databaseFile, openStore } from '../../server/store/openStore.ts';
import { reasonOf, storeOptions } from './database.ts';

const isLooking = process.argv.includes('--status');
if (isLooking && storeOptions.databaseUrl === null && !existsSync(databaseFile(storeOptions.dataDir))) {
  console.error('No database found.');
  process.exit(1);
}
let store: Store | undefined;
try {
  store = openStore(storeOptions);
  if (!isLooking) await store.migrate();
  const migrations = await store.migrations();
  for (const { name, appliedAt } of migrations) console.log(`${name.padEnd(24)} ${appliedAt ?? 'not applied'}`);
  if (migrations.some(({ appliedAt }) => appliedAt === null)) process.exitCode = 1;
} catch (error) {
  console.error(`The database could not be migrated: ${reasonOf(error)}`);
  process.exitCode = 1;
} finally {
  await store?.close();
}
