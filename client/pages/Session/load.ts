import type { Charging } from '../../../shared/charging/charging.ts';
import { pathTo } from '../../../shared/charging/paths.ts';
import { isOver, type Session } from '../../../shared/charging/session.ts';
import { orNull } from '../../core/orNull.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';
import type { SessionData } from './live/useSession.ts';

export async function load(charging: Charging, { locale, params }: PageRequest): Promise<Loaded<SessionData>> {
  const { clientId, sessionId = '' } = params;
  const session = await charging.getSession({ sessionId });
  const owner = session.place.clientId;
  if (owner !== clientId) return { redirect: pathTo('session', { locale, clientId: owner, sessionId }) };
  if (!isOver(session.kind)) return { data: { session, receipt: null } };
  return { data: withMore(charging, session, sessionId) };
}

/** Loads the read-only page of the watch link. It has no stop button, no personal data and no downloads. */
export async function loadWatched(charging: Charging, { locale, params }: PageRequest): Promise<Loaded<SessionData>> {
  const { clientId, watchId = '' } = params;
  const session = await charging.getWatchedSession({ watchId });
  const owner = session.place.clientId;
  if (owner !== clientId) return { redirect: pathTo('watch', { locale, clientId: owner, watchId }) };
  const data: SessionData = { session, receipt: null };
  return { data };
}

/** Seconds after which the page reloads itself if there is no JavaScript. Null: the session is over. */
export function refreshS({ session }: SessionData): number | null {
  return session.refreshAfterMs > 0 ? 15 : null;
}

async function withMore(charging: Charging, session: Session, sessionId: string): Promise<SessionData> {
  const { clientId, evseId, plug } = session.place;
  const wanted = { clientId, evseId, connector: plug.id };
  const [receipt, alternatives] = await Promise.all([
    orNull(charging.getReceipt({ receipt: sessionId })),
    session.kind === 'cancelled' ? orNull(charging.findAlternatives(wanted)) : null,
  ]);
  return { session, receipt, ...(alternatives ? { alternatives } : {}) };
}
