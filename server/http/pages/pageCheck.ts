import { MINUTE_MS } from '../../../shared/model/time.ts';
import type { Check } from '../operations/checks.ts';
import type { AnonymousRender } from './warmUp.ts';

/** Check that renders the home page. If it fails, this process should not receive visitors. */
export const createPageCheck = (draw: AnonymousRender): Check => ({
  name: 'pages',
  ttlMs: MINUTE_MS,
  heldDownMs: MINUTE_MS / 12,
  limitMs: MINUTE_MS / 6,
  async check() {
    await draw('/');
    return {};
  },
});
