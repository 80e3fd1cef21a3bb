import { MINUTE_MS } from '../../../shared/model/time.ts';
import type { Check } from '../operations/checks.ts';
import type { AnonymousRender } from './warmUp.ts';

/** Renders the home page and discards the result. If rendering fails, this process should receive no visitors. */
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
