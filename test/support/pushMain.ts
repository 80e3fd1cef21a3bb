import path from 'node:path';
import { compose } from '../../server/compose/compose.ts';
import { serve } from '../../server/compose/serve.ts';
import { readConfig } from '../../server/config/config.ts';

// Entry file that starts the app like server/main.ts, but also accepts a push service on this machine.

const config = readConfig(process.env);
const app = await compose(config, {
  outDir: import.meta.dirname,
  localesDir: path.resolve(import.meta.dirname, '../locales'),
  push: { origin: process.env.TEST_PUSH ?? '' },
});
await serve({ app, port: config.port, process });
