import { readFileSync } from 'node:fs';

// Loaded before the app (`--import`). Shifts the time of the process by the milliseconds in the file TURNED_CLOCK, as if the
// clock of the machine had been changed.

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
    // Passes on all arguments, because a date can also be created from several numbers.
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
