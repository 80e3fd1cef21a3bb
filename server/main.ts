import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { inspect } from 'node:util';
import { compose } from './compose/compose.ts';
import { serve } from './compose/serve.ts';
import { readConfig } from './config/config.ts';
import { ConfigRefused } from './config/settings.ts';
import { withSettingsFile } from './config/settingsFile.ts';
import { DataRefused } from './core/formats/faults.ts';
import { asWritten } from './platform/redactSecrets.ts';
import { DatabaseTooOld } from './store/engine/migrate.ts';
import { DatabaseUnavailable } from './store/engine/unavailable.ts';

// Only the app's own user may read the files and folders that the app creates. They contain names, addresses and links to
// sessions.
process.umask(0o077);

let folder = '';
const printLines = (lines: readonly string[]) => process.stderr.write(`${lines.join('\n')}\n`);
/**
 * Errors that the operator can correct. Their message is printed without a stack, as is the message of errors of the operating
 * system.
 */
const EXPECTED_ERRORS = [ConfigRefused, DatabaseTooOld, DatabaseUnavailable];
const isExpectedError = (error: unknown): error is Error =>
  EXPECTED_ERRORS.some(kind => error instanceof kind) || (error instanceof Error && 'syscall' in error);

const COMPILED_MS = 5000;

try {
  const config = readConfig(withSettingsFile(process.env));
  folder = config.operatorData;
  // The bundle is in the folder of the build, together with the texts.
  const app = await compose(config, {
    outDir: import.meta.dirname,
    localesDir: path.join(import.meta.dirname, 'locales'),
  });
  const server = await serve({ app, port: config.port, host: config.host, process });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  // Writes the compile cache when all code of the start has run. V8 later discards compiled code that does not run again.
  setTimeout(flushCompileCache, COMPILED_MS).unref();
  // Printed for a person who starts a demo. The log is for machines.
  if (config.publicOrigin === null) printLines([...app.greeting, `Open http://localhost:${port}`]);
} catch (error) {
  if (error instanceof DataRefused) printLines([`The folder ${folder} cannot be used:`, error.message]);
  else printLines([isExpectedError(error) ? error.message : asWritten(inspect(error))]);
  // Open handles would prevent the process from ending.
  process.exit(1);
}
