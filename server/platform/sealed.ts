import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { eachOf, newestOf, type Secret } from '../../shared/util/secret.ts';

/** SECRET, and what it seals here: what was sealed for one purpose cannot be opened for another. */
export interface SealingKey {
  secret: Secret;
  purpose: string;
}

const keyFrom = (secret: string, purpose: string): Buffer => createHash('sha256').update(`${purpose}\n${secret}`).digest();

/** AES-256-GCM: who reads the database or a form does not learn what is in it, nor can make one. */
export function encrypted(text: string, { secret, purpose }: SealingKey): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(newestOf(secret), purpose), iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/** @throws Error when it was written with another secret, for another purpose, or by nobody here */
export function decrypted(sealed: string, { secret, purpose }: SealingKey): string {
  const [newest, ...older] = eachOf(secret);
  for (const one of older.toReversed()) {
    try {
      return openedWith(keyFrom(one, purpose), sealed);
    } catch {
      // Sealed with a newer one, or by nobody here.
    }
  }
  return openedWith(keyFrom(newest ?? '', purpose), sealed);
}

/** The same, sealed with the newest secret; null: it is already. @throws Error as `decrypted` */
export function resealed(sealed: string, key: SealingKey): string | null {
  try {
    openedWith(keyFrom(newestOf(key.secret), key.purpose), sealed);
    return null;
  } catch {
    return encrypted(decrypted(sealed, key), key);
  }
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

function openedWith(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  if (tag.length < TAG_BYTES) throw new Error('The sealed value has no valid tag');
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

const signatureBy = (key: string, text: string, purpose: string): string =>
  createHmac('sha256', key).update(`${purpose}:${text}`).digest('base64url').slice(0, 22);

/** 132 bits, for what may be read by whoever brings it back. */
export const signature = (text: string, { secret, purpose }: SealingKey): string => signatureBy(newestOf(secret), text, purpose);

/** By any of the secrets; takes as long for every guess. @param given as long as a signature is */
export const isSigned = (text: string, given: string, { secret, purpose }: SealingKey): boolean =>
  eachOf(secret).some(key => timingSafeEqual(Buffer.from(signatureBy(key, text, purpose)), Buffer.from(given)));
