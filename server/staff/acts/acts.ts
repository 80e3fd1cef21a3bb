import type { ActName } from '../../../shared/console/acts.ts';
import type { ActRow } from './act.ts';
import { OTHER_ACTS } from './otherActs.ts';
import { switchPointSale } from './pointActs.ts';
import { REFUND_ACTS } from './refundActs.ts';
import { SESSION_ACTS } from './sessionActs.ts';
import { STATION_ACTS } from './stationActs.ts';

/**
 * Every act of staff by the name of the act in the audit. Derived from each row: the form and the preview of the console, the
 * command with its usage, the request of the operator API, the line of the audit, and the row in docs/operators.md.
 */
export const ACTS = {
  ...SESSION_ACTS,
  ...REFUND_ACTS,
  ...OTHER_ACTS,
  switch: switchPointSale,
  ...STATION_ACTS,
} satisfies Readonly<Record<ActName, ActRow>>;
