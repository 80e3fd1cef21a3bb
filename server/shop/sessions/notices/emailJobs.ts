import type { Db } from '../../../store/engine/database.ts';
import { enqueueAll, type Job } from '../../../store/jobs/outboxRows.ts';
import type { OrderRecord } from '../../../store/shop/orders.ts';
import type { SessionRecord } from '../../../store/shop/sessions.ts';
import type { OutboxKind } from '../../../store/tables/tables.ts';

/** Kinds of e-mails about a session. */
export type MailKind = Exclude<Extract<OutboxKind, `mail-${string}`>, 'mail-fault'>;

interface EnqueueEmailOptions {
  kind: MailKind;
  session: SessionRecord;
  email: string;
  at: Date;
  n?: number;
}

/** @returns the job that sends an e-mail; empty if the order has no e-mail address */
export const emailJobs = ({ kind, session, email, at, n = 1 }: EnqueueEmailOptions): Job[] =>
  email === '' ? [] : [{ kind, subjectId: session.id, at, n }];

export const enqueueEmail = (db: Db, options: EnqueueEmailOptions): Promise<void> => enqueueAll(db, emailJobs(options));

/**
 * Returns whether the address of an order may receive e-mails. A visitor can enter any address, so for free charging no e-mail
 * is sent before a vehicle is connected.
 */
export const mayEmail = (order: Pick<OrderRecord, 'limitMinor'>, session: Pick<SessionRecord, 'startedAt'>): boolean =>
  order.limitMinor !== null || session.startedAt !== null;
