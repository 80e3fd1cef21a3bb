import { DAY_MS, HOUR_MS } from '../../../shared/model/time.ts';
import { MailRefused } from '../../core/ports/mailPort.ts';
import { later } from '../../core/records/instants.ts';
import { raiseAlertOnce, settleAlert } from '../../runtime/alerts.ts';
import type { OperatorContext, Outcome } from '../../runtime/context.ts';
import { giveUp } from '../../store/jobs/jobClaims.ts';
import type { OutboxRecord } from '../../store/jobs/outboxRows.ts';
import type { OutboxKind } from '../../store/tables/tables.ts';
import type { MailKind } from '../sessions/notices/emailJobs.ts';
import { sendEmail } from './send.ts';

/**
 * How long an e-mail is retried: four days, so that it survives an outage of the mail server over a long weekend (RFC 5321,
 * section 4.5.4.1: four to five days).
 */
const TRIED_FOR_MS = 4 * DAY_MS;
/** Number of attempts at the usual retry intervals of jobs. After these attempts, an e-mail is retried once an hour. */
const MAX_FREQUENT_ATTEMPTS = 12;

type SendMail = (context: OperatorContext, job: OutboxRecord) => Promise<void>;

/** Job handler (`HANDLERS` in jobs.ts): sends an e-mail about a session. */
export const handleMail = (kind: MailKind): ((context: OperatorContext, job: OutboxRecord) => Promise<Outcome>) =>
  deliverMail(kind, (context, { subjectId, n }) => sendEmail(context, kind, { sessionId: subjectId, n }));

/** Job handler: sends an e-mail. If the e-mail cannot be delivered, ends the job and raises an alert. */
export function deliverMail(
  kind: Extract<OutboxKind, `mail-${string}`>,
  send: SendMail,
): (context: OperatorContext, job: OutboxRecord) => Promise<Outcome> {
  return async (context, job) => {
    try {
      await send(context, job);
      return 'done';
    } catch (error) {
      const now = context.clock.now();
      if (error instanceof MailRefused) return endUndelivered(context, job, { kind, reason: 'refused', now });
      // The number of attempts is checked before the age. After a long outage of the app, an e-mail may be days old but never
      // tried.
      if (job.attempts < MAX_FREQUENT_ATTEMPTS) throw error;
      if (later(job.firstDueAt, TRIED_FOR_MS) <= now) return endUndelivered(context, job, { kind, reason: 'too long', now });
      return { retry: error instanceof Error ? error.name : 'error', notBefore: later(now, HOUR_MS) };
    }
  };
}

async function endUndelivered(
  context: OperatorContext,
  job: OutboxRecord,
  { kind, reason, now }: { kind: Extract<OutboxKind, `mail-${string}`>; reason: 'refused' | 'too long'; now: Date },
): Promise<Outcome> {
  const { subjectId } = job;
  await context.store.inTransaction(async trx => {
    if (!(await giveUp(trx, job, { reason, now }))) return;
    await settleAlert(trx, { subjectId, why: `${kind} fails`, reason: 'sending stopped', now });
    await raiseAlertOnce(trx, { at: now, subjectId, why: 'a letter could not be delivered', facts: { letter: kind, reason } });
  });
  context.logEvent('email not deliverable', { kind, subject: subjectId, reason });
  context.sessionNotifier.notify(subjectId);
  return 'finished';
}
