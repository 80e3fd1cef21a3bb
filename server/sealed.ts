import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** SECRET, and what it seals here: what was sealed for one purpose cannot be opened for another. */
export interface SealingKey {
  secret: string;
  purpose: string;
}

const keyFrom = ({ secret, purpose }: SealingKey): Buffer => createHash('sha256').update(`${purpose}\n${secret}`).digest();

/** AES-256-GCM: who reads the database or a form does not learn what is in it, nor can make one. */
export function encrypted(text: string, key: SealingKey): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(key), iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/** @throws Error when it was written with another secret, for another purpose, or by nobody here */
export function decrypted(sealed: string, key: SealingKey): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(key), bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
