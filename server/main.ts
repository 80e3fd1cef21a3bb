import path from 'node:path';
import { inspect } from 'node:util';
import { compose } from './compose.ts';
import { ConfigRefused, readConfig } from './config.ts';
import { DataRefused } from './operator/import/faults.ts';
import { DatabaseUnavailable } from './operator/store/unavailable.ts';
import { serve } from './serve.ts';

/** What whoever starts the house can set right: a sentence says more than a stack. */
const TOLD = [ConfigRefused, DataRefused, DatabaseUnavailable];

try {
  const config = readConfig(process.env);
  // The bundle lies in the folder of the build, beside the folder of texts.
  const house = await compose(config, {
    outDir: import.meta.dirname,
    localesDir: path.resolve(import.meta.dirname, '../locales'),
  });
  await serve({ house, port: config.port, process });
} catch (error) {
  // The operating system's own errors are sentences: "EACCES: permission denied, open …".
  const isTold = TOLD.some(kind => error instanceof kind) || (error instanceof Error && 'syscall' in error);
  process.stderr.write(`${isTold ? (error as Error).message : inspect(error)}\n`);
  // What had been opened by then would keep the process alive.
  process.exit(1);
}
