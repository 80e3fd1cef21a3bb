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
