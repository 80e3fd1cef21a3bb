import type { Charging } from '../../../../shared/charging/charging.ts';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { canStop, type Session } from '../../../../shared/charging/session.ts';
import type { PageRequest } from '../../../core/page.ts';

export interface WhileCharging {
  session: Extract<Session, { kind: 'running' | 'paused' }>;
}

/** Loads the session for a page that is useful only during charging. After charging, redirects to the session. */
export async function loadWhileCharging(
  charging: Charging,
  { locale, params }: PageRequest,
  page: 'goal' | 'stop',
): Promise<{ data: WhileCharging } | { redirect: string }> {
  const { sessionId = '' } = params;
  const session = await charging.getSession({ sessionId });
  const { clientId } = session.place;
  if (!canStop(session)) return { redirect: pathTo('session', { locale, clientId, sessionId }) };
  if (clientId !== params.clientId) return { redirect: pathTo(page, { locale, clientId, sessionId }) };
  return { data: { session } };
}
