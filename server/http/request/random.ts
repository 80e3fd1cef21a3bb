import { randomBytes } from 'node:crypto';

/** For some hundred answers: the system takes as long for a few bytes as for all of these. */
const AT_ONCE = 4096;

let made = randomBytes(AT_ONCE);
let used = 0;

/** Bytes that nobody can foresee, each given once. @param length at most 64 */
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
