import type { Charging } from '../../../shared/charging.ts';
import { pathTo } from '../../../shared/paths.ts';
import { canStop, type Session } from '../../../shared/session.ts';
import type { Loaded, PageAsk } from '../../page.ts';

export interface GoalData {
  session: Extract<Session, { kind: 'running' | 'paused' }>;
}

/** Where charging should end can be said only while it goes on. */
export async function load(charging: Charging, { locale, params }: PageAsk): Promise<Loaded<GoalData>> {
  const { sessionId = '' } = params;
  const session = await charging.getSession({ sessionId });
  const { clientId } = session.place;
  if (!canStop(session) || !session.progress) return { redirect: pathTo('session', { locale, clientId, sessionId }) };
  if (clientId !== params.clientId) return { redirect: pathTo('goal', { locale, clientId, sessionId }) };
  const data: GoalData = { session };
  return { data };
}
