import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How tokens are written in headers. OCPI 2.2.1 requires Base64. Older platforms send the plain token. */
export type TokenEncoding = 'base64' | 'raw';

/**
 * Creates a token with 43 random characters. A dash is not valid Base64, so the app recognizes which encoding a platform used.
 */
export const createToken = (): string => `k-${randomBytes(32).toString('base64url')}`;

/** Tokens that platforms send are stored only as this hash. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

export const authorizationOf = ({ token, encoding }: { token: string; encoding: TokenEncoding }): string =>
  `Token ${encoding === 'base64' ? Buffer.from(token, 'utf8').toString('base64') : token}`;

const HEADER = /^Token +([\x21-\x7e]{1,1024})$/i;

/**
 * The possible tokens of a header: the text itself, and its Base64 decoding. Tokens that were encoded on a command line end with
 * a line feed, as in the standard's examples.
 */
export function tokenCandidates(header: string | undefined): string[] {
  const [, sent] = HEADER.exec(header?.trim() ?? '') ?? [];
  if (sent === undefined) return [];
  const decoded = fromBase64(sent);
  return [sent, ...(decoded === null ? [] : [decoded])].map(token => token.replace(/[\r\n]+$/, ''));
}

/** Node's decoder accepts any text. A text is valid Base64 only if encoding the bytes gives the same text. */
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
