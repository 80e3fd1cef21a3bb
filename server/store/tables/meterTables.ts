import { flag, nullable, text, time, whole } from './columns.ts';

/** A reading of a session's meter. */
export const READING = {
  at: time(),
  energyWh: whole(),
  powerW: whole(),
  isCharging: flag(),
};

/** A record that a session's meter has signed. */
export const SIGNED_VALUE = {
  format: text(),
  context: nullable(text<'Transaction.Begin' | 'Transaction.End'>()),
  data: text(),
  publicKey: nullable(text()),
};

/** What is written to it goes to a session, its readings and its jobs: see `store/readings.ts`. It never holds a row. */
export interface AppendedReportsTable {
  session_id: string;
  version: number;
  /** The session's state before. */
  was: string;
  state: string;
  energy_wh: number;
  power_w: number;
  battery: string | null;
  started_at: number | null;
  look_at: number | null;
  /** JSON: for each its instant, energy, power, and whether it charges (0, 1). */
  readings: string;
  /** JSON: for each its kind, n and instant. */
  jobs: string;
  correlation: string | null;
}
