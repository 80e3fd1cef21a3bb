import type { ReactNode } from 'react';
import type { Session, SessionKind } from '../../../../shared/charging/session.ts';
import type { GoalForm as Typed } from '../../../../shared/forms/goal.ts';
import type { FieldErrors } from '../../../../shared/model/problem.ts';
import type { LiveSession } from './useSession.ts';

/** What a view of one state of a session is given. */
export interface ViewProps<K extends SessionKind> {
  session: Extract<Session, { kind: K }>;
  live: LiveSession;
  /** Has something read to users of screen readers. */
  announce(text: string): void;
}

/** What a view of several states is given: it takes the one that is now. */
export type AnyView = Omit<ViewProps<SessionKind>, 'session'>;

/** A form for the goal of a session. */
export interface GoalFormProps {
  session: Extract<Session, { kind: 'running' | 'paused' }>;
  sessionId: string;
  /** As it was sent; undefined: it was not, and the goal there is stands in it. */
  typed?: Readonly<Record<string, string>> | undefined;
  errors: FieldErrors;
  onSend?(goal: Typed | null): void;
  children: ReactNode;
}

/** A stop that waits for a connection. */
export interface QueuedStopProps {
  /** When it was asked for, as a time of day at the charging point. */
  askedAt: string;
  /** There is a connection again, and it is being sent. */
  isBack: boolean;
  onTakeBack(): void;
}
