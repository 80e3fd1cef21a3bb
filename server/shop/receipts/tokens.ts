import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { eachOf, type Secret } from '../../../shared/util/secret.ts';

const TEN_MINUTES_MS = 600_000;

/** Receipt tokens contain a session's id, encrypted with SECRET, and expire after ten minutes. */
export interface ReceiptTokens {
  issue(sessionId: string, now: Date): string;
  /** @returns the session's id, or null if the token is invalid or has expired */
  open(token: string, now: Date): string | null;
}

export function createReceiptTokens(secret: Secret): ReceiptTokens {
  const [key, ...older] = eachOf(secret).map(one => createHash('sha256').update(`receipt:${one}`).digest());
  if (!key) throw new Error('Receipt tokens need a secret');
  return {
    issue(sessionId, now) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([cipher.update(`${now.getTime() + TEN_MINUTES_MS}.${sessionId}`, 'utf8'), cipher.final()]);
      return `r.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(token, now) {
      if (!token.startsWith('r.')) return null;
      const bytes = Buffer.from(token.slice(2), 'base64url');
      if (bytes.length < 30) return null;
      for (const one of [key, ...older]) {
        const text = readWith(one, bytes);
        if (text === null) continue;
        const [expires = '', sessionId = ''] = text.split('.');
        return Number(expires) > now.getTime() ? sessionId : null;
      }
      return null;
    },
  };
}

function readWith(key: Buffer, bytes: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
