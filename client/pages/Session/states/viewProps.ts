import type { Session, SessionKind } from '../../../../shared/session.ts';
import type { LiveSession } from '../live/useSession.ts';

/** What a view of one state of a session is given. */
export interface ViewProps<K extends SessionKind> {
  session: Extract<Session, { kind: K }>;
  live: LiveSession;
  /** Has something read to users of screen readers. */
  announce(text: string): void;
}

/** What a view of several states is given: it takes the one that is now. */
export type AnyView = Omit<ViewProps<SessionKind>, 'session'>;
