import { createAuditFile } from '../adapters/auditFile/auditFile.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../core/ports/ports.ts';
import type { Log } from '../http/request/log.ts';
import type { Store } from '../store/engine/database.ts';
import { createKeyValueStore } from '../store/jobs/keyValueStore.ts';
import { listActsUpTo } from '../store/staff/acts.ts';

interface Surroundings {
  store: Store;
  clock: Clock;
  log: Log;
}

interface Running {
  run(signal: AbortSignal): Promise<void>;
}

/** Creates the worker that copies the audit log into a file. If no file is configured, the worker does nothing. */
export function auditFileOf({ auditFile: file }: Config, { store, clock, log }: Surroundings): Running {
  if (file === null) return { run: async () => undefined };
  const keyValueStore = createKeyValueStore(store.db, 'audit-file');
  return createAuditFile({ file, clock, store: keyValueStore, list: request => listActsUpTo(store.db, request), log });
}
