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

// Files and folders that the app creates belong to its user alone: they hold names, addresses and links to sessions.
process.umask(0o077);

let folder = '';
const printLines = (lines: readonly string[]) => process.stderr.write(`${lines.join('\n')}\n`);
/** What whoever starts the app can set right: a sentence says more than a stack. The operating system's own errors are sentences. */
const EXPECTED_ERRORS = [ConfigRefused, DatabaseTooOld, DatabaseUnavailable];
const isExpectedError = (error: unknown): error is Error =>
  EXPECTED_ERRORS.some(kind => error instanceof kind) || (error instanceof Error && 'syscall' in error);

const COMPILED_MS = 5000;

try {
  const config = readConfig(withSettingsFile(process.env));
  folder = config.operatorData;
  // The bundle lies in the folder of the build, and so do the texts.
  const app = await compose(config, {
    outDir: import.meta.dirname,
    localesDir: path.join(import.meta.dirname, 'locales'),
  });
  const server = await serve({ app, port: config.port, host: config.host, process });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  // Once what a start needs has run, and while it is all still there: V8 forgets compiled code that is not run again.
  setTimeout(flushCompileCache, COMPILED_MS).unref();
  // For whoever has started it by hand; the log is for machines.
  if (config.publicOrigin === null) printLines([...app.greeting, `Open http://localhost:${port}`]);
} catch (error) {
  if (error instanceof DataRefused) printLines([`The folder ${folder} cannot be used:`, error.message]);
  else printLines([isExpectedError(error) ? error.message : asWritten(inspect(error))]);
  // Whatever is open by now would keep the process alive.
  process.exit(1);
}
