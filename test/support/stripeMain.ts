import path from 'node:path';
import { createClock } from '../../server/adapters/clock/clock.ts';
import { compose } from '../../server/compose/compose.ts';
import { serve } from '../../server/compose/serve.ts';
import { readConfig } from '../../server/config/config.ts';

// Entry file that starts the app like server/main.ts, but with a fake Stripe and an accelerated clock.

const { TEST_STRIPE = '', TEST_STRIPE_PAGES = TEST_STRIPE, TEST_CLOCK_SPEED = '1', TEST_CLOCK_FROM = '' } = process.env;
const config = readConfig(process.env);
const fromMs = Number(TEST_CLOCK_FROM) || Date.now();
const app = await compose(config, {
  outDir: import.meta.dirname,
  localesDir: path.resolve(import.meta.dirname, '../locales'),
  clock: createClock({ speed: Number(TEST_CLOCK_SPEED), anchor: { realMs: fromMs, shownMs: fromMs } }),
  stripe: { apiOrigin: TEST_STRIPE, pageOrigin: TEST_STRIPE_PAGES },
});
await serve({ app, port: config.port, process });
