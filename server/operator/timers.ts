import { createWaitBounds } from '../runtime/clampDueTimes.ts';
import type { OperatorContext } from '../runtime/context.ts';
import { createPayoutReader } from '../staff/ledger/readPayouts.ts';
import { createLedgerUpdater } from '../staff/ledger/updateLedger.ts';
import { createNightlyRemoval } from '../staff/upkeep/retention.ts';
import { createMeterThinning } from '../staff/upkeep/thinning.ts';

/** What is called at each sweep, and finds out by itself whether there is anything to do. */
export const createMaintenanceTasks = (context: OperatorContext): readonly (() => Promise<void>)[] => [
  createWaitBounds(context),
  createNightlyRemoval(context),
  createMeterThinning(context),
  createLedgerUpdater(context),
  createPayoutReader(context),
];
