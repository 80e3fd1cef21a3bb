import path from 'node:path';
import { compose } from '../../server/compose/compose.ts';
import { serve } from '../../server/compose/serve.ts';
import { readConfig } from '../../server/config/config.ts';

// The app as server/main.ts starts it, but with a push service on this machine beside the world's.

const config = readConfig(process.env);
const app = await compose(config, {
  outDir: import.meta.dirname,
  localesDir: path.resolve(import.meta.dirname, '../locales'),
  push: { origin: process.env.TEST_PUSH ?? '' },
});
await serve({ app, port: config.port, process });
