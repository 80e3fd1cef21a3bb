import { timingSafeEqual } from 'node:crypto';

/**
 * Whether a request contains the configured bearer token. False if no token is configured. The comparison takes constant time.
 */
export function isBearer(header: string | undefined, token: string | null): boolean {
  if (token === null || header === undefined) return false;
  const [given, wanted] = [Buffer.from(header), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
