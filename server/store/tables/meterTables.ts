import { flag, nullable, text, time, whole } from './columns.ts';

/** A meter reading of a session. */
export const READING = {
  at: time(),
  energyWh: whole(),
  powerW: whole(),
  isCharging: flag(),
};

/** A signed meter record of a session. */
export const SIGNED_VALUE = {
  format: text(),
  context: nullable(text<'Transaction.Begin' | 'Transaction.End'>()),
  data: text(),
  publicKey: nullable(text()),
};
