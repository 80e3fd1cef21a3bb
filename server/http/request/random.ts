import { randomBytes } from 'node:crypto';

/** Bytes per call of the operating system, enough for some hundred responses. A call for a few bytes takes the same time. */
const AT_ONCE = 4096;

let made = randomBytes(AT_ONCE);
let used = 0;

/**
 * Cryptographically secure random bytes. No part of the buffer is returned twice.
 * @param length at most 64
 */
export function unforeseen(length: number): Buffer {
  if (used + length > AT_ONCE) {
    made = randomBytes(AT_ONCE);
    used = 0;
  }
  used += length;
  const bytes = Buffer.from(made.subarray(used - length, used));
  made.fill(0, used - length, used);
  return bytes;
}
