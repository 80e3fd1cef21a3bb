import { isAuditedAct } from '../../../shared/console/audit.ts';
import type { Text, TimelineStep } from '../../../shared/console/operating.ts';
import { iso } from '../../../shared/model/time.ts';
import type { MeterReading } from '../../core/ports/stationPort.ts';
import { disputeStateOf } from '../../store/jobs/audit.ts';
import { isGivenUp } from '../../store/jobs/givenUp.ts';
import type { OutboxRecord } from '../../store/jobs/outboxRows.ts';
import type { IssuedDocument } from '../../store/shop/documents.ts';
import type { OperatorActRecord } from '../../store/staff/acts.ts';
import type { Happened } from '../../store/staff/history.ts';
import type { Subject } from '../acts/subject.ts';
import { alertText } from './alertTexts.ts';

/** A session with all related records. */
export interface Known extends Subject {
  readings: readonly MeterReading[];
  documents: readonly IssuedDocument[];
  jobs: readonly OutboxRecord[];
  happened: readonly Happened[];
  acts: readonly OperatorActRecord[];
}

type Step = Omit<TimelineStep, 'at'> & { at: Date | null };
const step = (at: Date | null, lane: TimelineStep['lane'], key: string, values: Text['values'] = {}): Step => ({
  at,
  lane,
  what: { key: `session.did.${key}`, values },
  note: null,
  reference: null,
  isTrouble: false,
  until: null,
});

/**
 * Returns the timeline of a session, newest step first. Steps come from the driver, the station, the payment, e-mails and the
 * app itself.
 */
export function timelineOf(known: Known): TimelineStep[] {
  const steps = [driverSteps, stationSteps, moneySteps, refundSteps, disputeSteps, emailSteps, jobSteps, ourSteps].flatMap(of =>
    of(known),
  );
  const dated = steps.flatMap(({ at, ...more }) => (at === null ? [] : [{ ...more, at: iso(at) }]));
  // Of two steps at the same instant, the one that was recorded later comes first.
  return dated.toReversed().sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

function driverSteps({ session, order }: Known): Step[] {
  const isTheirs = session.stopReason === 'driver';
  return [
    step(order.createdAt, 'driver', 'ordered', { tariff: order.tariffId }),
    ...(session.stopRequestedAt && isTheirs ? [step(session.stopRequestedAt, 'driver', 'stopped')] : []),
  ];
}

function stationSteps({ session, readings }: Known): Step[] {
  const [first, last] = [readings[0], readings.at(-1)];
  const folded = readings.length > 2 && first && last;
  const meter = (reading: MeterReading) => step(reading.at, 'station', 'reading', { energy: { energyWh: reading.energyWh } });
  return [
    step(session.startedAt, 'station', 'began'),
    ...(folded
      ? [
          { ...step(first.at, 'station', 'readings', { count: readings.length - 1 }), until: iso(readings.at(-2)?.at) },
          meter(last),
        ]
      : readings.map(meter)),
    ...(session.stopRequestedAt && session.stopReason !== 'driver'
      ? [step(session.stopRequestedAt, 'us', `stopBy.${session.stopReason ?? 'operator'}`)]
      : []),
    step(session.stopAcceptedAt, 'station', 'stopAccepted'),
    { ...step(session.stopRefusedAt, 'station', 'stopRefused'), isTrouble: true },
    step(session.endedAt, 'station', session.state === 'cancelled' ? 'neverBegan' : 'ended'),
  ];
}

function moneySteps({ payment, order: { currency } }: Known): Step[] {
  if (!payment) return [];
  const money = (amountMinor: number | null) => ({ amount: { amountMinor: amountMinor ?? 0, currency } });
  const held = { ...step(payment.authorisedAt, 'money', 'held', money(payment.amountMinor)), reference: payment.ref };
  const card = payment.cardDigits.at(0);
  const note = card === undefined ? null : { key: 'session.card', values: { brand: payment.cardBrand ?? '', digits: card } };
  const settled = {
    captured: step(payment.settledAt, 'money', 'captured', money(payment.capturedMinor)),
    released: step(payment.settledAt, 'money', 'released', money(payment.amountMinor)),
    capture_failed: { ...step(payment.settledAt, 'money', 'captureFailed'), isTrouble: true },
  } as const;
  const end = Object.hasOwn(settled, payment.state) ? [settled[payment.state as keyof typeof settled]] : [];
  return [{ ...held, note }, ...end.map(last => ({ ...last, reference: payment.ref }))];
}

function refundSteps({ refunds, payment, order: { currency } }: Known): Step[] {
  return refunds.flatMap(({ requestedAt, doneAt, amountMinor, reason, state }) => {
    const amount = { amount: { amountMinor, currency } };
    const requested = {
      ...step(requestedAt, 'us', 'refundAsked', amount),
      note: { key: 'session.quoted', values: { text: reason } },
    };
    const done = step(doneAt, 'money', state === 'dropped' ? 'refundDropped' : 'refunded', amount);
    return [requested, { ...done, reference: payment?.ref ?? null }];
  });
}

/** Returns the disputes of the payment with their states and amounts, oldest first. */
export const disputesOf = ({ happened, payment, order: { currency } }: Known) =>
  happened.flatMap(({ at, what, facts }) => {
    const state = disputeStateOf(what);
    const amountMinor = Number(facts.amountMinor ?? payment?.capturedMinor ?? 0);
    return state ? [{ at, state, amount: { amountMinor, currency } }] : [];
  });

function disputeSteps(known: Known): Step[] {
  const reference = known.payment?.ref ?? null;
  return disputesOf(known).map(({ at, state, amount }) => ({
    ...step(at, 'money', `dispute.${state}`, { amount }),
    reference,
    isTrouble: state !== 'won',
  }));
}

function emailSteps({ documents, jobs }: Known): Step[] {
  const issued = documents.map(({ issuedAt, number, kind }) => step(issuedAt, 'letter', `issued.${kind}`, { number }));
  const emails = jobs.filter(({ kind }) => kind.startsWith('mail-'));
  return [
    ...issued,
    ...emails.map(job => {
      const { kind, doneAt, attempts, firstDueAt, lastError } = job;
      const isLost = isGivenUp(job);
      const isDelayed = doneAt === null && lastError !== null;
      const became = doneAt ? 'sent' : 'waits';
      const what = step(doneAt ?? firstDueAt, 'letter', `${isLost ? 'lost' : became}.${kind}`);
      const note = attempts > 1 || isDelayed ? { key: 'session.tries', values: { count: attempts } } : null;
      return { ...what, isTrouble: isDelayed || isLost, note };
    }),
  ];
}

/** Returns the calls to external systems that were repeated or are still pending. */
function jobSteps({ jobs }: Known): Step[] {
  const calls = jobs.filter(({ kind }) => !kind.startsWith('mail-'));
  return calls
    .filter(({ attempts, doneAt }) => attempts > 1 || doneAt === null)
    .map(({ kind, doneAt, firstDueAt, attempts, lastError }) => ({
      ...step(
        doneAt ?? firstDueAt,
        kind === 'capture' || kind === 'release' || kind === 'refund' ? 'money' : 'station',
        `call.${kind}`,
      ),
      isTrouble: doneAt === null && lastError !== null,
      note: { key: 'session.tries', values: { count: Math.max(1, attempts) } },
    }));
}

function ourSteps({ happened, acts }: Known): Step[] {
  const alerts = happened.filter(({ what }) => what === 'attention');
  return [
    ...alerts.map(({ at, facts }) => ({
      ...step(at, 'us', 'told', { why: alertText(String(facts.why), 'what') }),
      isTrouble: true,
    })),
    ...acts.map(({ at, who, does, reason, isDone }) => ({
      ...step(at, 'us', isDone ? 'act' : 'actRefused', {
        who,
        what: isAuditedAct(does) ? { key: `acts.name.${does}` } : does,
      }),
      note: reason === '' ? null : { key: 'session.quoted', values: { text: reason } },
    })),
  ];
}
