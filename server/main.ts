import path from 'node:path';
import { compose } from './compose.ts';
import { ConfigRefused, readConfig } from './config.ts';
import { serve } from './serve.ts';

try {
  const config = readConfig(process.env);
  // The bundle lies in the folder of the build, beside the folder of texts.
  const house = await compose(config, { outDir: import.meta.dirname, localesDir: path.resolve(import.meta.dirname, '../locales') });
  await serve({ house, port: config.port, process });
} catch (error) {
  const isTold = error instanceof ConfigRefused || (error instanceof Error && error.name === 'DataRefused');
  process.stderr.write(`${isTold ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}
