import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Secret } from '../../shared/util/secret.ts';
import type { Settings } from './settings.ts';

/** The secret of the settings, with the one before while it is changed; null: there is none. */
export function secretOf({ SECRET, SECRET_OLD }: Settings): Secret | null {
  if (SECRET === undefined) return null;
  return SECRET_OLD === undefined ? String(SECRET) : [String(SECRET), String(SECRET_OLD)];
}

/** Demo mode: a secret of this machine, so that links survive a restart. */
export function secretOfMachine(dataDir: string): string {
  const file = path.join(dataDir, 'secret');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(file, secret, { mode: 0o600 });
  return secret;
}
