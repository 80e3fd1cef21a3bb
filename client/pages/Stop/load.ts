import type { Charging } from '../../../shared/charging/charging.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';
import { loadWhileCharging, type WhileCharging } from '../Session/parts/whileCharging.ts';

export type StopData = WhileCharging;

/** Redirects to the session if charging has ended, because there is nothing to confirm. */
export const load = (charging: Charging, request: PageRequest): Promise<Loaded<StopData>> =>
  loadWhileCharging(charging, request, 'stop');
