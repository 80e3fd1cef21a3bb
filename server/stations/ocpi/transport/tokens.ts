import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How tokens are written in headers. OCPI 2.2.1 requires Base64, but older CPO platforms send the plain token. */
export type TokenEncoding = 'base64' | 'raw';

/** Creates a token. The dash in its prefix is not valid Base64, so the app can tell a plain token from an encoded one. */
export const createToken = (): string => `k-${randomBytes(32).toString('base64url')}`;

/** Returns a token's hash. Tokens that CPO platforms send are stored only in this form. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

export const authorizationOf = ({ token, encoding }: { token: string; encoding: TokenEncoding }): string =>
  `Token ${encoding === 'base64' ? Buffer.from(token, 'utf8').toString('base64') : token}`;

const HEADER = /^Token +([\x21-\x7e]{1,1024})$/i;

/**
 * Returns the tokens that a header may contain: the text itself, and the text decoded from Base64. A line feed at the end is
 * removed, because a token that was encoded on a command line has one, as in OCPI's own examples.
 */
export function tokenCandidates(header: string | undefined): string[] {
  const [, sent] = HEADER.exec(header?.trim() ?? '') ?? [];
  if (sent === undefined) return [];
  const decoded = fromBase64(sent);
  return [sent, ...(decoded === null ? [] : [decoded])].map(token => token.replace(/[\r\n]+$/, ''));
}

/**
 * Decodes Base64. Node's decoder accepts any text, so the result is encoded again for comparison.
 * @returns null if the text is not Base64
 */
function fromBase64(text: string): string | null {
  const bytes = Buffer.from(text, 'base64');
  const isBase64 = bytes.length > 0 && bytes.toString('base64') === text.padEnd(Math.ceil(text.length / 4) * 4, '=');
  return isBase64 ? bytes.toString('utf8') : null;
}

/** Compares two results of `tokenHash` in constant time. */
export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
