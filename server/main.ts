import path from 'node:path';
import { inspect } from 'node:util';
import { compose } from './compose.ts';
import { ConfigRefused, readConfig } from './config.ts';
import { DataRefused } from './operator/import/faults.ts';
import { serve } from './serve.ts';

try {
  const config = readConfig(process.env);
  // The bundle lies in the folder of the build, beside the folder of texts.
  const house = await compose(config, {
    outDir: import.meta.dirname,
    localesDir: path.resolve(import.meta.dirname, '../locales'),
  });
  await serve({ house, port: config.port, process });
} catch (error) {
  const isTold = error instanceof ConfigRefused || error instanceof DataRefused;
  process.stderr.write(`${isTold ? error.message : inspect(error)}\n`);
  process.exitCode = 1;
}
