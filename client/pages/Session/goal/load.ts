import type { Charging } from '../../../../shared/charging/charging.ts';
import { pathTo } from '../../../../shared/charging/paths.ts';
import type { Loaded, PageRequest } from '../../../core/page.ts';
import { loadWhileCharging, type WhileCharging } from '../parts/whileCharging.ts';

export type GoalData = WhileCharging;

/** Loads the page of the goal. If the vehicle is not charging or its progress is unknown, redirects to the session. */
export async function load(charging: Charging, request: PageRequest): Promise<Loaded<GoalData>> {
  const loaded = await loadWhileCharging(charging, request, 'goal');
  if (!('data' in loaded) || loaded.data.session.progress) return loaded;
  const { clientId = '', sessionId = '' } = request.params;
  return { redirect: pathTo('session', { locale: request.locale, clientId, sessionId }) };
}
