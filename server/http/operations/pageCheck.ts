import { MINUTE_MS } from '../../../shared/time.ts';
import type { DrawForNobody } from '../pages/forNobody.ts';
import type { Check } from './checks.ts';

/** Renders the home page into nothing: if that fails, no visitor should be sent here. */
export const createPageCheck = (draw: DrawForNobody): Check => ({
  name: 'pages',
  keptMs: MINUTE_MS,
  keptDownMs: MINUTE_MS / 12,
  limitMs: MINUTE_MS / 6,
  async check() {
    await draw('/');
    return {};
  },
});
