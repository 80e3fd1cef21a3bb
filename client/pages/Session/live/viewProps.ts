import type { ReactNode } from 'react';
import type { Session, SessionKind } from '../../../../shared/charging/session.ts';
import type { GoalForm as Typed } from '../../../../shared/forms/goal.ts';
import type { FieldErrors } from '../../../../shared/model/problem.ts';
import type { LiveSession } from './useSession.ts';

/** Properties of the view of one state. */
export interface ViewProps<K extends SessionKind> {
  session: Extract<Session, { kind: K }>;
  live: LiveSession;
  /** Announces a text to screen readers. */
  announce(text: string): void;
}

/** Properties of a view for several states. The view reads the current one. */
export type AnyView = Omit<ViewProps<SessionKind>, 'session'>;

/** Properties of the form for the goal of a session. */
export interface GoalFormProps {
  session: Extract<Session, { kind: 'running' | 'paused' }>;
  sessionId: string;
  /** The submitted values. Undefined: nothing was submitted, and the form shows the current goal. */
  typed?: Readonly<Record<string, string>> | undefined;
  errors: FieldErrors;
  onSend?(goal: Typed | null): void;
  children: ReactNode;
}

/** Properties of a stop that waits for a connection. */
export interface QueuedStopProps {
  /** Time of the request in the time zone of the charging point. */
  requestedAt: string;
  /** True if the connection has returned and the request is being sent. */
  isBack: boolean;
  onCancel(): void;
}
