import { DAY_MS, HOUR_MS } from '../../../shared/model/time.ts';
import { MailRefused } from '../../core/ports/ports.ts';
import { later } from '../../core/records/instants.ts';
import { raiseAlertOnce, settleAlert } from '../../runtime/alerts.ts';
import type { OperatorContext, Outcome } from '../../runtime/context.ts';
import { giveUp } from '../../store/jobs/claims.ts';
import type { OutboxRecord } from '../../store/jobs/outboxRows.ts';
import type { MailKind } from '../sessions/notices/emailJobs.ts';
import { sendEmail } from './send.ts';

/** A mail server that is away over a long weekend loses no letter (RFC 5321, section 4.5.4.1: four to five days). */
const TRIED_FOR_MS = 4 * DAY_MS;
/** As often as other jobs at first, then once an hour. */
const OFTEN = 12;

/** Sends a letter of the outbox; one that cannot be delivered comes to an end, of which a person is told. See `HANDLERS` in jobs.ts. */
export function handleMail(kind: MailKind): (context: OperatorContext, job: OutboxRecord) => Promise<Outcome> {
  return async (context, job) => {
    try {
      await sendEmail(context, kind, { sessionId: job.subjectId, n: job.n });
      return 'done';
    } catch (error) {
      const now = context.clock.now();
      if (error instanceof MailRefused) return endUndelivered(context, job, { kind, reason: 'refused', now });
      // Nor does an app that was away as long: a letter that waited meanwhile was not tried.
      if (job.attempts < OFTEN) throw error;
      if (later(job.firstDueAt, TRIED_FOR_MS) <= now) return endUndelivered(context, job, { kind, reason: 'too long', now });
      return { retry: error instanceof Error ? error.name : 'error', notBefore: later(now, HOUR_MS) };
    }
  };
}

async function endUndelivered(
  context: OperatorContext,
  job: OutboxRecord,
  { kind, reason, now }: { kind: MailKind; reason: 'refused' | 'too long'; now: Date },
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
