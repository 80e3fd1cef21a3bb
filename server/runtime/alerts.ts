import type { Db, Store, Trx } from '../store/engine/database.ts';
import { addNote, closeNote, findNote, listNotesOn, listOpenNotes, type Note } from '../store/jobs/alertRows.ts';
import { type AuditFacts, writeAudit } from '../store/jobs/audit.ts';
import type { OutboxKind } from '../store/tables/tables.ts';

/** Why part of a station's report cannot be true; each raises an alert. */
export type Implausibility =
  | 'clock of the station is wrong'
  | 'meter value is not usable'
  | 'more energy reported than the plug can give';

const EMAIL =
  'Sending goes on being tried. Is the mail server of SMTP_URL there? The driver finds everything on the session page too.';
const PUSH = 'Devices may miss a message. The log says why; letters and pages are not concerned.';
const STATION = 'The station goes on being asked. Ask whoever runs it whether it is connected.';
const PAYOUTS =
  'The books do not know what the provider has paid out. It goes on being tried. May the key read payouts and balance transactions?';
const PROVIDER = 'It goes on being tried. Look the payment up at the provider: is it down, or does it refuse?';

/** Every kind of alert, with what a person can do about it. */
export const RUNBOOK = {
  'last meter value missing': 'Ask whoever runs the station for it. If it never comes: `bill`, or `waive`.',
  'station silent while charging':
    'The station has not reported for ten minutes. Nobody knows how much is charged. `stop` it if it should not go on; then `bill` or `waive`.',
  'the price cannot be worked out':
    'Nobody knows when its hold is used up: where it charges on one, it was stopped. The log says why; have its tariff and point put right, and it is billed by itself. Else: `waive`.',
  'the station refuses to stop':
    'It charges on, and its driver was told to end it at the station. Ask whoever runs it. If it never ends: `bill`, or `waive`.',
  'a second session of one start':
    'It was asked to stop and is never billed. Ask the charge point operator why there are two (`ocpi exchanges` shows when), or look at the station.',
  'a session of one start at another plug':
    'It was asked to stop and is never billed: its driver has paid for another plug of the station. Look whether its plugs are numbered as in `chargePoints.json`.',
  'a session without a start of ours':
    'Neither stored nor stopped nor billed. The alert names the first of its connection: ask the charge point operator whose such sessions are.',
  'a connection sends more than it may':
    'What is beyond the limits is refused and not stored; what is refused may be sent again later. `ocpi status` and `ocpi exchanges` show what comes: ask the charge point operator to send less.',
  'a CDR cannot be read':
    'Its session is not billed by it. The alert says what is wrong: ask the charge point operator for one that can be read; else `bill`, or `waive`.',
  'a message about a session cannot be read':
    'What it says is not used: energy and state may be out of date. The alert says what is wrong; tell the charge point operator.',
  'a station is refused again and again':
    'It cannot connect: `station list` says why. Type its identity and password into it once more, or give it another with `station add`.',
  'a connection claims other parties':
    'Nothing of them is sold, and nothing is taken of them. Ask the charge point operator whether it represents them; then `ocpi confirm`.',
  'a station gives no usable meter value at the start':
    'What flows before its first value is not billed, three times by now. Have it send its register when a session begins (`StartTxnSampledData`, or a value with the context `Transaction.Begin`) or values more often (`MeterValueSampleInterval`).',
  'the station does not unlock': 'Ask whoever runs the station, or the driver to unlock the cable in the vehicle.',
  'clock of the station is wrong': 'Its times were corrected to ours. Have the clock set.',
  'meter value is not usable': 'It was left out. Have the meter looked at.',
  'more energy reported than the plug can give':
    'The value is neither shown nor billed. `show` has both figures. Have the meter looked at; where no possible last value comes: `bill`, or `waive`.',
  'meter values above the last one are not billed': 'The last value counts. Have the meter looked at.',
  'more energy told after the bill': 'The bill stays. What was not billed is lost.',
  'less energy told after the bill': 'The driver may have paid too much: `refund` the difference.',
  'the bill differs from the station’s account':
    'Nothing is taken yet. `show` compares them; then `bill`, with --at-most for less, or `waive`.',
  'a bill waits for a decision and its hold lapses':
    'The bank takes its hold back tomorrow. `bill` it or `waive` it; else the lower amount is taken half a day before.',
  'a bill waits for a decision':
    'For a day now, and nobody knows when its hold lapses: `bill` it or `waive` it, before the bank takes its hold back.',
  'a later account differs from the bill': 'It came after the bill, which stays. Ask its source; `refund` what is too much.',
  'an account was taken back before the bill':
    'Nothing is taken. Its source may send another account; if none comes: `bill`, or `waive`.',
  'an account was taken back after the bill':
    'Its source asks nothing for this session any more, or less. Ask why; then `refund` it, with its credit note.',
  'an account was taken back in an unclear way':
    'It is no whole reversal. Ask its source what it means; `refund` what is too much.',
  'another account of a billed session': 'Only the first one was billed. Ask its source; `refund` what is too much.',
  'the bill is above the hold and waits':
    'Nothing is taken yet. `bill` with --at-most and the held amount bills what can be taken; `bill` alone bills everything, and the rest is lost; `waive` asks nothing.',
  'bill above the hold': 'The hold was taken, the rest is lost. Was the station asked to stop too late?',
  'below the smallest capture: waived': 'Cards take no less. Nothing to do.',
  'energy without a hold': 'Nothing could be taken for it. Ask the driver, or let it be.',
  'hold lapsed while charging': 'The bank has taken its hold back; charging was stopped. Nothing can be taken.',
  'hold gone before capture': 'The bank has taken its hold back. Nothing was taken; ask the driver, or let it be.',
  'captured while releasing': 'Somebody took the money at the provider. Nothing is billed for it: `refund` it.',
  'taken for an order that is over': 'Somebody took the money at the provider. Nothing is billed for it: give it back there.',
  'charged otherwise than billed': 'Somebody took another amount at the provider: `refund` what is too much.',
  'refunded at the provider': 'Give money back with `refund` instead, so that a credit note is issued.',
  'a refund waits for a second person':
    'It is above what one person may give back. Another person confirms it (`confirm-refund`), or declines it (`decline-refund`).',
  'a refund came back': 'The card took no money back, as when its account is closed. Pay the driver in another way.',
  'hold about to lapse, and the session is not over':
    'The bank takes the money back within hours: `bill` it, or `waive` it where it never began.',
  'another amount is held than was asked for':
    'Nothing was started, and it was given back. If it happens again, look at the provider’s settings.',
  'too late to charge on the hold: released':
    'It was noticed after its page had closed, or would lapse too soon. The driver was told to order again. Nothing to do.',
  'disputed by the bank': 'Answer at the provider in time. The document and the signed meter values are on the session page.',
  'a dispute was lost':
    'The driver has the money back, and the provider has kept its fee. The document stays: whether the driver still owes it, decide with whoever keeps your books. What the bank has given back cannot be refunded here any more.',
  'the provider cannot say what became of a payment':
    'Nobody looks at it any more. Look it up at the provider, and release a hold there.',
  'withdrawal received': 'A driver has withdrawn from a contract: decide what is to be paid back, then `refund`.',
  'start fails': STATION,
  'start-timeout fails': STATION,
  'cancel-start fails': `${STATION} If it never answers: \`waive\`.`,
  'stop fails': `${STATION} If it never answers: \`bill\`, or \`waive\`.`,
  'unlock fails': STATION,
  'bill fails': 'It goes on being tried. The log says why.',
  'capture fails': `${PROVIDER} The hold lasts for some days.`,
  'release fails': `${PROVIDER} The bank lets the hold go by itself in some days.`,
  'refund fails': `${PROVIDER} If it never does: \`drop-refund\`, and ask for another.`,
  'tell-payment fails': 'The station’s source is not told what was paid; it goes on being tried. Is it connected?',
  'a payment could not be told':
    'The station’s source refused for days to be told what was paid, and is not told any more. Tell it yourself; nothing is taken or lost.',
  'draw-document fails': 'It goes on being tried. The log says why.',
  'mail-started fails': EMAIL,
  'mail-receipt fails': EMAIL,
  'mail-nothing fails': EMAIL,
  'mail-blocking fails': EMAIL,
  'mail-withdrawal fails': EMAIL,
  'mail-company fails': EMAIL,
  'mail-refund fails': EMAIL,
  'forward-receipts fails': EMAIL,
  'a letter could not be delivered':
    'Its mailbox does not exist, or could not be reached for four days. It is not tried again; the driver finds everything on the session page.',
  'receipts could not be forwarded':
    'For a day the mail server took no letter to an address that somebody had typed. The address is gone: whoever asks has to send them once more, or download them. Is the mail server of SMTP_URL there?',
  'receipts could not be forwarded: SECRET changed':
    'The letter waited while SECRET was changed, and SECRET_OLD was not set or was taken away too soon: nobody can read to whom it was to go. Whoever asks has to send it once more, or download the documents.',
  'push fails': PUSH,
  'push-device fails': PUSH,
  'push-paused fails': PUSH,
  'push-fee fails': PUSH,
  'read-payouts fails': PAYOUTS,
  'read-payout-rows fails': PAYOUTS,
} as const satisfies Readonly<Record<Implausibility | `${OutboxKind} fails`, string>> & Readonly<Record<string, string>>;

export type AlertKind = keyof typeof RUNBOOK;

/** Kept for the record: nobody can do anything about them, so they are closed when they are written. */
const AUTO_CLOSED_ALERTS: ReadonlySet<string> = new Set<AlertKind>([
  'below the smallest capture: waived',
  'hold lapsed while charging',
  'too late to charge on the hold: released',
  'more energy told after the bill',
]);

/** Decided elsewhere: ticked off by hand, what waits would be forgotten. */
const NOT_DISMISSIBLE: ReadonlySet<string> = new Set<AlertKind>(['a refund waits for a second person']);

/** Whether a person ticks it off; others end when what they wait for has been decided. */
export const isDismissible = (why: string): boolean => !NOT_DISMISSIBLE.has(why);

interface Alert {
  at: Date;
  /** Session, payment or refund. */
  subjectId: string;
  why: AlertKind;
  facts?: AuditFacts;
}

/** Asks a person to look at something. It is listed by `attention`, /status and /metrics until it is ticked off. */
export const raiseAlert = (db: Db, { at, subjectId, why, facts = {} }: Alert): Promise<void> =>
  addNote(db, { at, subjectId, closedAt: AUTO_CLOSED_ALERTS.has(why) ? at : null, facts: { why, ...facts } });

/**
 * Raises an alert once, however often its cause is seen. One that was ticked off is raised again only when the cause occurs
 * anew: where it can occur several times, `occasion` tells the occurrences apart.
 */
export async function raiseAlertOnce(
  trx: Trx,
  { occasion = null, ...told }: Alert & { occasion?: number | null },
): Promise<void> {
  const last = (await listNotesOn(trx, told.subjectId)).findLast(({ facts }) => facts.why === told.why);
  if (last && (last.closedAt === null || (last.facts.occasion ?? null) === occasion)) return;
  await raiseAlert(trx, { ...told, facts: { ...told.facts, ...(occasion === null ? {} : { occasion }) } });
}

/** Open alerts, the oldest first. */
export async function listOpen(db: Db): Promise<readonly Note[]> {
  // The previous version wrote alerts that need no action as open ones.
  return (await listOpenNotes(db)).filter(({ facts }) => !AUTO_CLOSED_ALERTS.has(String(facts.why)));
}

/** The name under which the audit records that an alert was ticked off. */
export const TICKED_OFF = 'attention done';

/** Closes what is open of one kind about a subject: its cause has gone. */
export async function settleAlert(
  trx: Trx,
  { subjectId, why, reason, now }: { subjectId: string; why: AlertKind; reason: string; now: Date },
): Promise<void> {
  const open = (await listNotesOn(trx, subjectId)).filter(({ facts, closedAt }) => facts.why === why && closedAt === null);
  for (const note of open) await close(trx, note, { reason, now });
}

/** Closes these alerts, all or none. @throws RangeError when one is not open, or is not ended by hand */
export function tickOff(
  store: Pick<Store, 'inTransaction'>,
  { ids, reason, now }: { ids: readonly number[]; reason: string; now: Date },
): Promise<void> {
  return store.inTransaction(async trx => {
    for (const id of ids) {
      const note = await findNote(trx, id);
      if (note && !isDismissible(String(note.facts.why)))
        throw new RangeError(`${id} is not ticked off: \`confirm-refund\` or \`decline-refund\` ends it.`);
      if (!note || !(await close(trx, note, { reason, now }))) throw new RangeError(`${id} is not on the list of \`attention\`.`);
    }
  });
}

/** False when it was not open. */
async function close(trx: Trx, { id, subjectId, facts }: Note, { reason, now }: { reason: string; now: Date }): Promise<boolean> {
  if (!(await closeNote(trx, { id, at: now }))) return false;
  const entry = { note: id, why: facts.why ?? '', reason };
  await writeAudit(trx, { at: now, subjectId, what: TICKED_OFF, facts: entry });
  return true;
}
