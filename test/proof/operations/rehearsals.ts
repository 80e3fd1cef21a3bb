import { BACKUP } from './backup.ts';
import { CLOCK_BACK } from './clockBack.ts';
import type { Rehearsal } from './findings.ts';
import { FULL_DISK } from './fullDisk.ts';
import { LOST_DATABASE } from './lostDatabase.ts';
import { LOST_PROVIDER } from './lostProvider.ts';
import { ROLLING } from './rolling.ts';

export const REHEARSALS: Readonly<Record<string, Rehearsal>> = {
  rolling: ROLLING,
  backup: BACKUP,
  'clock-back': CLOCK_BACK,
  'full-disk': FULL_DISK,
  'lost-database': LOST_DATABASE,
  'lost-provider': LOST_PROVIDER,
};
