import type { Db, Store, Trx } from '../store/engine/database.ts';
import { addNote, closeNote, findNote, listNotesOn, listOpenNotes, type Note } from '../store/jobs/alertRows.ts';
import { type AuditFacts, writeAudit } from '../store/jobs/audit.ts';
import type { OutboxKind } from '../store/tables/tables.ts';
import { emitAlert } from './alertEvents.ts';

/** Reasons why a part of a station's report is implausible. Each reason is a kind of alert. */
export type Implausibility =
  | 'clock of the station is wrong'
  | 'meter value is not usable'
  | 'more energy reported than the plug can give';

const EMAIL =
  'Sending is retried automatically. Check that the mail server (SMTP_URL) is reachable. Drivers find all details on their session page.';
const PUSH = 'Drivers may miss a push notification. Emails and pages are not affected. The log has the cause.';
const STATION = 'The command is retried automatically. Ask the charge point operator whether the station is connected.';
const PAYOUTS =
  'Accounting does not show all payouts of the provider. The import is retried automatically. Check that the API key may read payouts and balance transactions.';
const PROVIDER =
  'The request is retried automatically. Check at the payment provider whether there is an outage or the request is declined.';

/** Every kind of alert, with its consequence and what staff should do. */
export const RUNBOOK = {
  'last meter value missing':
    'Without the last meter value, the session is not billed. Request the value from the charge point operator. If none arrives: `bill` or `waive`.',
  'station silent while charging':
    'The station has sent nothing for ten minutes, so the energy delivered is unknown. If the session should not continue: `stop`, then `bill` or `waive`.',
  'the price cannot be worked out':
    'Whether the hold is sufficient is unknown, so a session with a hold was stopped. The log has the cause. Have the tariff and charging point corrected: the session is then billed automatically. Otherwise: `waive`.',
  'the station refuses to stop':
    'Charging continues. The driver was asked to stop it at the station. Contact the charge point operator. If charging does not end: `bill` or `waive`.',
  'a second session of one start':
    'The station was instructed to stop this session. It is not billed. Clarify the cause with the charge point operator (`ocpi exchanges` shows the messages), or check the station.',
  'a session of one start at another plug':
    'The driver paid for another plug. The station was instructed to stop this session. It is not billed. Check that the plugs of the station are numbered as in `chargePoints.json`.',
  'a session without a start of ours':
    'This app did not start the session. It is neither stored nor stopped nor billed. The alert names the first such session of the connection. Clarify with the charge point operator whose sessions these are.',
  'a connection sends more than it may':
    'What exceeds the limits is rejected and not stored. It may be sent again later. `ocpi status` and `ocpi exchanges` show what arrives. Ask the charge point operator to send less.',
  'a CDR cannot be read':
    'The session is not billed from this CDR. The alert names the error. Ask the charge point operator for a readable CDR. If none arrives: `bill` or `waive`.',
  'a message about a session cannot be read':
    'The message is not used. Energy and state may be out of date. The alert names the error. Report it to the charge point operator.',
  'a station is refused again and again':
    'The station cannot connect. `station list` shows the reason. Enter the identity and password in the station again, or set a new password with `station add`.',
  'a station has not updated its firmware': 'Request the update again, or ask the maker. `station log` shows what was reported.',
  'a station reports a security event': 'Check the station on site. `station security-events` lists what it reports.',
  'a connection claims other parties':
    'Charging points of these parties are not offered, and their objects are rejected. Ask the charge point operator whether it represents the parties, then run `ocpi confirm`.',
  'a station gives no usable meter value at the start':
    'This is the third time. Energy before the first value is not billed. Have the station send its register when a session begins (`StartTxnSampledData`, or a value with the context `Transaction.Begin`), or send values more often (`MeterValueSampleInterval`).',
  'the station does not unlock': 'Contact the charge point operator, or ask the driver to unlock the plug at the vehicle.',
  'clock of the station is wrong': 'Reported times were corrected to server time. Have the station clock set.',
  'meter value is not usable': 'The value was discarded. Have the meter checked.',
  'more energy reported than the plug can give':
    'The value is neither shown nor billed. `show` prints both figures. Have the meter checked. If no possible last value arrives: `bill` or `waive`.',
  'meter values above the last one are not billed': 'The last meter value is billed. Have the meter checked.',
  'more energy told after the bill': 'The document stays unchanged. The additional energy cannot be billed. No action needed.',
  'less energy told after the bill': 'The driver may have paid too much. `refund` the difference.',
  'the bill differs from the station’s account':
    'Nothing is captured yet. `show` compares the bill with the CDR. Then `bill`, with --at-most for a lower amount, or `waive`.',
  'a bill waits for a decision and its hold lapses':
    'The hold expires tomorrow. `bill` or `waive`. Without a decision, the lower amount is captured 12 hours before expiry.',
  'a bill waits for a decision':
    'The decision has been open for one day, and the expiry of the hold is unknown. `bill` or `waive` before the hold expires.',
  'a later account differs from the bill':
    'The CDR arrived after billing. The document stays unchanged. Clarify the difference with the charge point operator. `refund` what was billed in excess.',
  'an account was taken back before the bill':
    'Nothing is captured. The charge point operator may send a new CDR. If none arrives: `bill` or `waive`.',
  'an account was taken back after the bill':
    'The charge point operator charges nothing, or less, for this session. Clarify the reason, then `refund` the amount. The credit note is issued automatically.',
  'an account was taken back in an unclear way':
    'The credit CDR does not reverse the whole CDR. Clarify it with the charge point operator. `refund` what was billed in excess.',
  'another account of a billed session':
    'Only the first CDR was billed. Clarify the difference with the charge point operator. `refund` what was billed in excess.',
  'the bill is above the hold and waits':
    'Nothing is captured yet. `bill` with --at-most and the held amount bills what can be captured. `bill` alone bills everything, and the rest is lost. `waive` charges nothing.',
  'bill above the hold': 'The hold was captured. The rest cannot be captured. Check whether charging was stopped too late.',
  'below the smallest capture: waived': 'Smaller amounts cannot be captured from cards. No action needed.',
  'energy without a hold': 'The amount could not be captured. Contact the driver or write off the amount.',
  'hold lapsed while charging': 'The hold has expired. Charging was stopped. The amount cannot be captured. No action needed.',
  'hold gone before capture': 'The hold has expired. Nothing was captured. Contact the driver or write off the amount.',
  'captured while releasing':
    'The amount was captured directly at the payment provider. There is no document for it. `refund` the amount.',
  'taken for an order that is over':
    'The amount was captured directly at the payment provider. There is no document for it. Refund the amount at the payment provider.',
  'charged otherwise than billed':
    'A different amount was captured at the payment provider. `refund` what was captured in excess.',
  'refunded at the provider':
    'There is no credit note for this refund. Refund with `refund` from now on, so that a credit note is issued.',
  'a refund waits for a second person':
    'The amount is higher than one person may refund. A second person approves it (`confirm-refund`) or rejects it (`decline-refund`).',
  'a price change waits for a second person':
    'The prices are unchanged until a second person approves the change (`confirm-price`) or rejects it (`decline-price`).',
  'a refund came back':
    'The driver has not received the money, for example because the account is closed. Pay the driver in another way.',
  'hold about to lapse, and the session is not over':
    'The hold expires within hours. `bill`, or `waive` if the session never started.',
  'another amount is held than was asked for':
    'Nothing was started. The hold was released. If it happens again, check the settings at the payment provider.',
  'too late to charge on the hold: released':
    'The hold was detected after the payment page had closed, or it expires too soon. The driver was asked to order again. No action needed.',
  'disputed by the bank':
    'Respond at the payment provider before the deadline. The document and the signed meter values are on the session page.',
  'a dispute was lost':
    'The driver has received the amount back, and the payment provider charges its fee. The document stays unchanged. Clarify with your accountants whether the driver still owes the amount. What the bank has returned cannot be refunded here.',
  'the provider cannot say what became of a payment':
    'The payment provider returns no status. The payment is no longer queried automatically. Check it at the payment provider, and release an open hold there.',
  'drivers report a fault':
    'Drivers see no change. `faults` and the page of the charging point show the reports. Check the point, take it out of service with `switch` if necessary, and answer drivers who ask for it. `close-faults` closes the reports and this alert.',
  'withdrawal received':
    'A driver has withdrawn from a contract. Any repayment is due within 14 days. Decide which amount is to be repaid, then `refund` it.',
  'start fails': STATION,
  'start-timeout fails': STATION,
  'cancel-start fails': `${STATION} If the station does not respond: \`waive\`.`,
  'stop fails': `${STATION} If the station does not respond: \`bill\` or \`waive\`.`,
  'unlock fails': STATION,
  'bill fails': 'Billing is retried automatically. The log has the cause.',
  'capture fails': `${PROVIDER} The hold lasts for a few more days.`,
  'release fails': `${PROVIDER} After a few days, the bank releases the amount by itself.`,
  'refund fails': `${PROVIDER} If the refund does not succeed: \`drop-refund\`, then request a new one.`,
  'tell-payment fails':
    'The charge point operator does not yet know what was paid. The report is retried automatically. Check the connection.',
  'a payment could not be told':
    'The charge point operator rejected the payment report for days. It is not retried. No money is lost. Inform the operator yourself.',
  'draw-document fails': 'The PDF is retried automatically. The log has the cause.',
  'mail-started fails': EMAIL,
  'mail-receipt fails': EMAIL,
  'mail-nothing fails': EMAIL,
  'mail-blocking fails': EMAIL,
  'mail-withdrawal fails': EMAIL,
  'mail-company fails': EMAIL,
  'mail-refund fails': EMAIL,
  'mail-fault fails':
    'The answer to a fault report is sent again automatically. Check that the mail server (SMTP_URL) is reachable.',
  'forward-receipts fails': EMAIL,
  'notify-free fails':
    'Drivers who wait for a plug are not told that it is free. Sending is retried automatically for four hours. Check that the mail server (SMTP_URL) is reachable.',
  'a letter could not be delivered':
    'The mailbox does not exist or could not be reached for four days. Sending is not retried. Drivers find all details on their session page.',
  'receipts could not be forwarded':
    'The mail server did not accept the email for one day. The address was deleted. Sending is not retried. Drivers can forward the receipts again or download them. Check that the mail server (SMTP_URL) is reachable.',
  'receipts could not be forwarded: SECRET changed':
    'SECRET was changed before sending, and SECRET_OLD was missing or removed too soon. The address can no longer be read. Sending is not retried. Drivers can forward the receipts again or download them.',
  'push fails': PUSH,
  'push-device fails': PUSH,
  'push-paused fails': PUSH,
  'push-fee fails': PUSH,
  'read-payouts fails': PAYOUTS,
  'read-payout-rows fails': PAYOUTS,
  'send-webhook fails': 'An event waits for its webhook endpoint. Sending is retried automatically. The log has the cause.',
  'a webhook endpoint is switched off':
    'The endpoint has answered 410, or no attempt has succeeded for three days. No events are sent to it. Ask the people who run the receiver. `switch-webhook-on` and then `redeliver-webhook` send what has failed within seven days.',
} as const satisfies Readonly<Record<Implausibility | `${OutboxKind} fails`, string>> & Readonly<Record<string, string>>;

export type AlertKind = keyof typeof RUNBOOK;

/** Alerts that require no action of staff. They are stored as closed, for information only. */
const AUTO_CLOSED_ALERTS: ReadonlySet<string> = new Set<AlertKind>([
  'below the smallest capture: waived',
  'hold lapsed while charging',
  'too late to charge on the hold: released',
  'more energy told after the bill',
]);

/** Alerts that only a decision of staff closes, so that no open decision is forgotten, with the commands of the decision. */
const DECISIONS = new Map<string, string>([
  ['a refund waits for a second person', '`confirm-refund` or `decline-refund`'],
  ['a price change waits for a second person', '`confirm-price` or `decline-price`'],
  ['drivers report a fault', '`close-faults`'],
] satisfies [AlertKind, string][]);

/**
 * Returns true if staff can close the alert by hand. Otherwise it closes when staff make the decision for which it was raised.
 */
export const isDismissible = (why: string): boolean => !DECISIONS.has(why);

interface Alert {
  at: Date;
  /** Id of what the alert is about, such as a session, payment or refund. */
  subjectId: string;
  why: AlertKind;
  facts?: AuditFacts;
}

/** Raises an alert for staff. Until it is closed, the command `attention`, /status and /metrics list it. */
export async function raiseAlert(db: Db, { at, subjectId, why, facts = {} }: Alert): Promise<void> {
  const isClosed = AUTO_CLOSED_ALERTS.has(why);
  const id = await addNote(db, { at, subjectId, closedAt: isClosed ? at : null, facts: { why, ...facts } });
  if (!isClosed) await emitAlert(db, 'attention.opened', { id, subjectId, kind: why });
}

/**
 * Raises an alert once, however often its cause is detected. After the alert was closed, only a different `occasion` raises it
 * again, which means that the cause has occurred anew.
 */
export async function raiseAlertOnce(
  trx: Trx,
  { occasion = null, ...reported }: Alert & { occasion?: number | null },
): Promise<void> {
  const last = (await listNotesOn(trx, reported.subjectId)).findLast(({ facts }) => facts.why === reported.why);
  if (last && (last.closedAt === null || (last.facts.occasion ?? null) === occasion)) return;
  await raiseAlert(trx, { ...reported, facts: { ...reported.facts, ...(occasion === null ? {} : { occasion }) } });
}

/** Lists open alerts, oldest first. */
export const listOpen = (db: Db): Promise<readonly Note[]> => listOpenNotes(db);

/** Name of the audit entry that records the closing of an alert. */
export const TICKED_OFF = 'attention done';

/** Closes the open alerts of one kind about a subject, because their cause has ended. */
export async function settleAlert(
  trx: Trx,
  { subjectId, why, reason, now }: { subjectId: string; why: AlertKind; reason: string; now: Date },
): Promise<void> {
  const open = (await listNotesOn(trx, subjectId)).filter(({ facts, closedAt }) => facts.why === why && closedAt === null);
  for (const note of open) await close(trx, note, { reason, now });
}

/**
 * Closes all given alerts in one transaction.
 * @throws RangeError if one of them is not open or cannot be closed by hand; none is then closed
 */
export function tickOff(
  store: Pick<Store, 'inTransaction'>,
  { ids, reason, now }: { ids: readonly number[]; reason: string; now: Date },
): Promise<void> {
  return store.inTransaction(async trx => {
    for (const id of ids) {
      const note = await findNote(trx, id);
      const decision = DECISIONS.get(String(note?.facts.why));
      if (decision !== undefined) throw new RangeError(`Alert ${id} closes only with ${decision}.`);
      if (!note || !(await close(trx, note, { reason, now })))
        throw new RangeError(`Alert ${id} is not open. \`attention\` lists the open alerts.`);
    }
  });
}

/**
 * Closes an alert and records this in the audit log.
 * @returns false if the alert was not open
 */
async function close(trx: Trx, { id, subjectId, facts }: Note, { reason, now }: { reason: string; now: Date }): Promise<boolean> {
  if (!(await closeNote(trx, { id, at: now }))) return false;
  await emitAlert(trx, 'attention.done', { id, subjectId, kind: String(facts.why ?? '') });
  const entry = { note: id, why: facts.why ?? '', reason };
  await writeAudit(trx, { at: now, subjectId, what: TICKED_OFF, facts: entry });
  return true;
}
