import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { eachOf, newestOf, type Secret } from '../../shared/util/secret.ts';

/** A secret and a purpose. A value that was encrypted for one purpose cannot be decrypted for another. */
export interface SealingKey {
  secret: Secret;
  purpose: string;
}

const keyFrom = (secret: string, purpose: string): Buffer => createHash('sha256').update(`${purpose}\n${secret}`).digest();

/** Encrypts a text with AES-256-GCM. Without the secret, nobody can read or forge the result. */
export function encrypted(text: string, { secret, purpose }: SealingKey): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(newestOf(secret), purpose), iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/**
 * Decrypts a text with any of the configured secrets.
 * @throws Error if the text was encrypted with another secret, for another purpose, or not by the app
 */
export function decrypted(sealed: string, { secret, purpose }: SealingKey): string {
  const [newest, ...older] = eachOf(secret);
  for (const one of older.toReversed()) {
    try {
      return openedWith(keyFrom(one, purpose), sealed);
    } catch {
      // The text was not encrypted with this secret. The next secret is tried.
    }
  }
  return openedWith(keyFrom(newest ?? '', purpose), sealed);
}

/**
 * Encrypts an encrypted text again, with the newest secret.
 * @returns null if it already uses the newest secret
 * @throws Error like `decrypted`
 */
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

/** Signs a text that is not secret. The signature has 132 bits. */
export const signature = (text: string, { secret, purpose }: SealingKey): string => signatureBy(newestOf(secret), text, purpose);

/**
 * Checks a signature against each of the configured secrets, in constant time.
 * @param given must have the length of a signature
 * @throws RangeError if `given` has another length
 */
export const isSigned = (text: string, given: string, { secret, purpose }: SealingKey): boolean =>
  eachOf(secret).some(key => timingSafeEqual(Buffer.from(signatureBy(key, text, purpose)), Buffer.from(given)));
