import type { Money } from '../model/money.ts';

/** A text in the reader's language: a key of `client/console/texts` with the values of its placeholders. */
export interface Text {
  key: string;
  values?: Readonly<Record<string, Value>>;
}
/** A value that is formatted in the reader's language. */
export type Value =
  | string
  | number
  | Money
  | { energyWh: number }
  | { powerW: number }
  | { at: string }
  | { day: string }
  /** Date and time, ISO 8601, in a time zone that is not that of the ledger. */
  | { moment: string; zone: string }
  | Text;
