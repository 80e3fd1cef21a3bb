import type { Session, SessionKind } from '../../../../shared/charging/session.ts';
import type { LiveSession } from './useSession.ts';

/** Properties of a component for one state of the session. */
export interface ViewProps<K extends SessionKind> {
  session: Extract<Session, { kind: K }>;
  live: LiveSession;
  /** Lets screen readers announce a text. */
  announce(text: string): void;
}

/** Properties of a component for several states of the session. It gets the current state from `live`. */
export type AnyView = Omit<ViewProps<SessionKind>, 'session'>;

interface SheetProps extends Pick<ViewProps<'running' | 'paused'>, 'session' | 'live'> {
  isOpen: boolean;
  onClose(): void;
}

/** Properties of the dialog that confirms a stop. */
export interface StopSheetProps extends SheetProps {
  onConfirm(): void;
}

/** Properties of the dialog with the form for the goal. */
export interface GoalSheetProps extends SheetProps {
  sessionId: string;
}

/** Properties of the component that replaces the stop button while a stop request waits for a connection. */
export interface QueuedStopProps {
  /** Time of the stop request, formatted in the time zone of the charging point. */
  requestedAt: string;
  /** True if the connection is back and the stop request is being repeated. */
  isBack: boolean;
  onCancel(): void;
}
