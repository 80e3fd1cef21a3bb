import { createWaitBounds } from '../runtime/clampDueTimes.ts';
import type { OperatorContext } from '../runtime/context.ts';
import { createNoticeWatch } from '../shop/freeNotices/noticeWatch.ts';
import { createPayoutReader } from '../staff/ledger/readPayouts.ts';
import { createLedgerUpdater } from '../staff/ledger/updateLedger.ts';
import { createNightlyRemoval } from '../staff/upkeep/retention.ts';
import { createMeterThinning } from '../staff/upkeep/thinning.ts';

/** Returns the maintenance tasks. Every sweep calls all of them, and each task checks itself whether it is due. */
export const createMaintenanceTasks = (context: OperatorContext): readonly (() => Promise<void>)[] => [
  createWaitBounds(context),
  createNoticeWatch(context),
  createNightlyRemoval(context),
  createMeterThinning(context),
  createLedgerUpdater(context),
  createPayoutReader(context),
];
