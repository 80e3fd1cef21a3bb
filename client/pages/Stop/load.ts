import type { Charging } from '../../../shared/charging/charging.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';
import { loadWhileCharging, type WhileCharging } from '../Session/parts/whileCharging.ts';

export type StopData = WhileCharging;

/** There is nothing to confirm once a session is not charging any more. */
export const load = (charging: Charging, ask: PageRequest): Promise<Loaded<StopData>> => loadWhileCharging(charging, ask, 'stop');
