import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { lockHouse } from './databaseLock.ts';
import { DatabaseUnavailable } from './unavailable.ts';

it('An app locks its file also in a folder that is not there yet; a second one is refused until the first has gone', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lock-'));
  const file = path.join(folder, 'new', 'house.sqlite');
  const first = lockHouse(file);
  expect(() => lockHouse(file)).toThrow(DatabaseUnavailable);
  first.release();
  first.release();
  lockHouse(file).release();
  rmSync(folder, { recursive: true, force: true });
});
