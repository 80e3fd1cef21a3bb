import type { Charging } from '../../../shared/charging.ts';
import { pathTo } from '../../../shared/paths.ts';
import { canStop, type Session } from '../../../shared/session.ts';
import type { Loaded, PageAsk } from '../../page.ts';

export interface StopData {
  session: Extract<Session, { kind: 'running' | 'paused' }>;
}

/** There is nothing to confirm once a session is not charging any more. */
export async function load(charging: Charging, { locale, params }: PageAsk): Promise<Loaded<StopData>> {
  const { sessionId = '' } = params;
  const session = await charging.getSession({ sessionId });
  const { clientId } = session.place;
  if (!canStop(session)) return { redirect: pathTo('session', { locale, clientId, sessionId }) };
  if (clientId !== params.clientId) return { redirect: pathTo('stop', { locale, clientId, sessionId }) };
  return { data: { session } };
}
