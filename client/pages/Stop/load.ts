import type { Charging } from '../../../shared/charging/charging.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';
import { loadWhileCharging, type WhileCharging } from '../Session/parts/whileCharging.ts';

export type StopData = WhileCharging;

/** Loads the page. If charging has ended, there is nothing to confirm, so it redirects to the session. */
export const load = (charging: Charging, request: PageRequest): Promise<Loaded<StopData>> =>
  loadWhileCharging(charging, request, 'stop');
