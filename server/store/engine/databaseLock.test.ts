import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { lockDatabase } from './databaseLock.ts';
import { DatabaseUnavailable } from './unavailable.ts';

it('An app locks its file also in a folder that is not there yet; a second one is refused until the first has gone', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lock-'));
  const file = path.join(folder, 'new', 'house.sqlite');
  const first = lockDatabase(file);
  expect(() => lockDatabase(file)).toThrow(DatabaseUnavailable);
  first.release();
  first.release();
  lockDatabase(file).release();
  rmSync(folder, { recursive: true, force: true });
});
