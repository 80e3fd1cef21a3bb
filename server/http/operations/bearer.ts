import { timingSafeEqual } from 'node:crypto';

/** Whether a request carries the operator's token; with no token set up, none does. Takes as long for every guess. */
export function isBearer(header: string | undefined, token: string | null): boolean {
  if (token === null || header === undefined) return false;
  const [given, wanted] = [Buffer.from(header), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
