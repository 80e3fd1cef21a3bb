import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Secret } from '../../shared/util/secret.ts';
import type { Settings } from './settings.ts';

/**
 * Reads the secret. While the secret is being replaced, also reads the previous one.
 * @returns null if no secret is set
 */
export function secretOf({ SECRET, SECRET_OLD }: Settings): Secret | null {
  if (SECRET === undefined) return null;
  return SECRET_OLD === undefined ? String(SECRET) : [String(SECRET), String(SECRET_OLD)];
}

/** Reads the secret of a demo, or creates one. It is stored in `dataDir`, so that links stay valid after a restart. */
export function secretOfMachine(dataDir: string): string {
  const file = path.join(dataDir, 'secret');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(file, secret, { mode: 0o600 });
  return secret;
}
