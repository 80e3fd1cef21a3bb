import { createWaitBounds } from '../runtime/clampDueTimes.ts';
import type { OperatorContext } from '../runtime/context.ts';
import { createPayoutReader } from '../staff/ledger/readPayouts.ts';
import { createBookKeeper } from '../staff/ledger/updateLedger.ts';
import { createMonthKeeper } from '../staff/upkeep/meterMonths.ts';
import { createNightlyRemoval } from '../staff/upkeep/retention.ts';

/** What is called at each sweep, and finds out by itself whether there is anything to do. */
export const createKeepers = (context: OperatorContext): readonly (() => Promise<void>)[] => [
  createWaitBounds(context),
  createNightlyRemoval(context),
  createBookKeeper(context),
  createPayoutReader(context),
  createMonthKeeper(context),
];
