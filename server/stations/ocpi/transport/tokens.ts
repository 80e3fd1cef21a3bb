import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How a peer writes tokens into its headers: OCPI 2.2.1 asks for base64, older peers send them as they are. */
export type TokenEncoding = 'base64' | 'raw';

/** 43 random characters; with the dash, the token itself is never valid base64, so it is known how a peer has sent it. */
export const createToken = (): string => `k-${randomBytes(32).toString('base64url')}`;

/** Tokens of peers are stored by this only. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

export const authorizationOf = ({ token, encoding }: { token: string; encoding: TokenEncoding }): string =>
  `Token ${encoding === 'base64' ? Buffer.from(token, 'utf8').toString('base64') : token}`;

const HEADER = /^Token +([\x21-\x7e]{1,1024})$/i;

/**
 * What a header may mean: the text itself, and what it is the base64 of. Tokens encoded on a command line end with a
 * line feed, as in the standard's own examples.
 */
export function tokenCandidates(header: string | undefined): string[] {
  const [, sent] = HEADER.exec(header?.trim() ?? '') ?? [];
  if (sent === undefined) return [];
  const decoded = fromBase64(sent);
  return [sent, ...(decoded === null ? [] : [decoded])].map(token => token.replace(/[\r\n]+$/, ''));
}

/** Node's decoder takes anything; only what encodes back to the same text was base64. */
function fromBase64(text: string): string | null {
  const bytes = Buffer.from(text, 'base64');
  const isBase64 = bytes.length > 0 && bytes.toString('base64') === text.padEnd(Math.ceil(text.length / 4) * 4, '=');
  return isBase64 ? bytes.toString('utf8') : null;
}

/** In the same time wherever they differ. Both are hashes of `tokenHash`. */
export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
