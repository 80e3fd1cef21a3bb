import { readFileSync } from 'node:fs';

// Loaded before the app (`--import`): the time of day of its process differs from the machine's by what stands in the file that
// TURNED_CLOCK names, in milliseconds, as if somebody set the clock.

const file = process.env.TURNED_CLOCK ?? '';
const Machine = Date;
const POLL_INTERVAL_MS = 100;
let byMs = 0;
const readShift = (): void => {
  byMs = Number(readFileSync(file, 'utf8')) || 0;
};

class Turned extends Machine {
  constructor(...reported: [] | [string | number | Date]) {
    if (reported.length === 0) super(Machine.now() + byMs);
    // As it was given: a date of several numbers is a date of our own, too.
    else super(...(reported as [string]));
  }
  static override now(): number {
    return Machine.now() + byMs;
  }
}

if (file !== '') {
  readShift();
  setInterval(readShift, POLL_INTERVAL_MS).unref();
  globalThis.Date = Turned as DateConstructor;
}
