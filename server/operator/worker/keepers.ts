import { createMonthKeeper } from '../backoffice/meters/meterMonths.ts';
import { createNightlyRemoval } from '../backoffice/retention.ts';
import { createBookKeeper } from '../books/keepBooks.ts';
import { createPayoutReader } from '../books/readPayouts.ts';
import type { OperatorContext } from '../context.ts';
import { createWaitBounds } from './boundWaits.ts';

/** What is called at each sweep, and finds out by itself whether there is anything to do. */
export const createKeepers = (context: OperatorContext): readonly (() => Promise<void>)[] => [
  createWaitBounds(context),
  createNightlyRemoval(context),
  createBookKeeper(context),
  createPayoutReader(context),
  createMonthKeeper(context),
];
