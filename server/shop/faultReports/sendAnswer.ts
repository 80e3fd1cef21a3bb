import { MailRefused } from '../../core/ports/mailPort.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { OutboxRecord } from '../../store/jobs/outboxRows.ts';
import { findClient, findPoint } from '../../store/shop/catalogue.ts';
import { findFaultReport } from '../../store/shop/faultReports.ts';
import { sendFaultEmail } from '../mail/faultEmail.ts';
import { addressOf } from './driverAddress.ts';

/**
 * Sends the answer of staff to a driver. All attempts have the same message id. A report that was deleted meanwhile has no
 * answer.
 * @throws MailRefused if SECRET has changed, so that the address cannot be decrypted
 */
export async function sendAnswer(context: OperatorContext, { subjectId, n }: OutboxRecord): Promise<void> {
  const { db } = context.store;
  const report = await findFaultReport(db, subjectId);
  const answer = report?.answers[n - 1];
  const to = report && addressOf(report, context);
  if (!report || !answer) return;
  if (to === null) throw new MailRefused('The address of the report cannot be decrypted');
  const client = await findClient(db, report.clientId, { includesRemoved: true });
  const point = await findPoint(db, report.evseId, { includesRemoved: true });
  if (!client || !point) return;
  await sendFaultEmail(context, { client, point, report, answer, to, key: `mail-fault:${subjectId}:${n}` });
}
