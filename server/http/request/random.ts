import { randomBytes } from 'node:crypto';

/**
 * Number of bytes to request from the operating system at once, enough for some hundred responses. A request for only a few
 * bytes takes as long.
 */
const AT_ONCE = 4096;

let made = randomBytes(AT_ONCE);
let used = 0;

/**
 * Returns cryptographically secure random bytes from a buffer. No part of the buffer is returned twice.
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
