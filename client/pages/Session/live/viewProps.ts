import type { ReactNode } from 'react';
import type { Session, SessionKind } from '../../../../shared/charging/session.ts';
import type { GoalForm as Typed } from '../../../../shared/forms/goal.ts';
import type { FieldErrors } from '../../../../shared/model/problem.ts';
import type { LiveSession } from './useSession.ts';

/** Properties of the component for one state of a session. */
export interface ViewProps<K extends SessionKind> {
  session: Extract<Session, { kind: K }>;
  live: LiveSession;
  /** Announces a text to screen readers. */
  announce(text: string): void;
}

/** Properties of a component for several states, which gets the current state from `live`. */
export type AnyView = Omit<ViewProps<SessionKind>, 'session'>;

/** Properties of the form for the goal. */
export interface GoalFormProps {
  session: Extract<Session, { kind: 'running' | 'paused' }>;
  sessionId: string;
  /** The submitted values. Undefined: nothing was submitted, so the form shows the current goal. */
  typed?: Readonly<Record<string, string>> | undefined;
  errors: FieldErrors;
  onSend?(goal: Typed | null): void;
  children: ReactNode;
}

/** Properties of the text for a stop that waits for a connection. */
export interface QueuedStopProps {
  /** Time of the request, formatted in the time zone of the charging point. */
  requestedAt: string;
  /** True if the connection has returned and the request is being repeated. */
  isBack: boolean;
  onCancel(): void;
}
