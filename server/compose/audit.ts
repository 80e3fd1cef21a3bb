import { createAuditFile } from '../adapters/auditFile/auditFile.ts';
import type { Config } from '../config.ts';
import type { Log } from '../http/operations/log.ts';
import type { Clock } from '../operator/ports.ts';
import { listActsUpTo } from '../operator/store/console/acts.ts';
import type { Store } from '../operator/store/engine/database.ts';
import { createKeyValueStore } from '../operator/store/keyValueStore.ts';

interface Surroundings {
  store: Store;
  clock: Clock;
  log: Log;
}

interface Running {
  run(signal: AbortSignal): Promise<void>;
}

/** Writes the audit to a file, too, where one is set. */
export function auditFileOf({ auditFile: file }: Config, { store, clock, log }: Surroundings): Running {
  if (file === null) return { run: async () => undefined };
  const kept = createKeyValueStore(store.db, 'audit-file');
  return createAuditFile({ file, clock, kept, list: ask => listActsUpTo(store.db, ask), log });
}
