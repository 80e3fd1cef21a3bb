import { pathTo } from '../../../shared/charging/paths.ts';
import type { ActName } from '../../../shared/console/acts.ts';
import {
  type Consequence,
  needsReadMeter,
  type OperatedSession,
  type Text,
  type WaitingBill,
  type WaitingRefund,
} from '../../../shared/console/operating.ts';
import { iso } from '../../../shared/model/time.ts';
import { addToCurve, NO_CURVE, pointsOf } from '../../core/pricing/powerCurve.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { findClient, findPoint } from '../../store/shop/catalogue.ts';
import { listDocuments } from '../../store/shop/documents.ts';
import { listReadings } from '../../store/shop/readings.ts';
import { isRefundPending } from '../../store/shop/refunds.ts';
import { listActsOn } from '../../store/staff/acts.ts';
import { listHistory, listJobs } from '../../store/staff/history.ts';
import { findSessionRow } from '../../store/staff/sessionRows.ts';
import type { OperatorActRecord } from '../../store/tables/consoleTables.ts';
import type { Actor } from '../acts/actor.ts';
import { createActing } from '../acts/actService.ts';
import { findSubjectOf, masked, type Subject, versionOf, waitingRefund } from '../acts/subject.ts';
import { lineOf, pausedAt } from './lines.ts';
import { disputesOf, type Known, timelineOf } from './timeline.ts';

const JOBS = [
  ...(['start', 'cancel-start', 'stop', 'unlock', 'bill', 'capture', 'release', 'refund'] as const),
  ...([
    'mail-started',
    'mail-receipt',
    'mail-nothing',
    'mail-blocking',
    'mail-withdrawal',
    'mail-company',
    'mail-refund',
  ] as const),
] as const;

/** Returns one session with all related records and the actions that are currently possible. */
export async function getSession(
  context: OperatorContext,
  asker: Actor,
  { number }: { number: number },
): Promise<OperatedSession | null> {
  const { db } = context.store;
  const [subject, row] = [await findSubjectOf(db, number), await findSessionRow(db, number)];
  if (!subject || !row) return null;
  const known = await knownOf(context, subject);
  const { session, order, payment } = subject;
  const point = await findPoint(db, session.evseId, { includesRemoved: true });
  const client = await findClient(db, session.clientId, { includesRemoved: true });
  const plug = point?.connectors.find(({ id }) => id === session.connector);
  const waiting = payment && (await waitingRefund(db, payment.id));
  const { can, cannot } = await possible(context, asker, { ...subject, waiting });
  return {
    version: versionOf(subject),
    line: await lineOf(context, row),
    place: point ? `${point.street}, ${point.postalCode} ${point.city}` : '',
    plug: plug ? { kind: plug.kind, powerW: plug.powerW } : null,
    clientName: client?.name ?? session.clientId,
    tariff: order.tariffId,
    startedAt: iso(session.startedAt),
    pausedAt: iso(await pausedAt(context, row)),
    why: session.why,
    stopRequestedAt: iso(session.stopRequestedAt),
    endedAt: iso(session.endedAt),
    contact: { name: initials(order.contact.firstName, order.contact.lastName), email: masked(order.email) },
    provider: payment?.ref ?? null,
    timeline: timelineOf(known),
    route: [...routeOf(subject), ...disputeRoute(known)],
    curve: pointsOf(addToCurve(NO_CURVE, known.readings)),
    readings: known.readings.length,
    documents: known.documents.map(({ number: name, kind, issuedAt, content }) => ({
      number: name,
      kind,
      issuedAt: iso(issuedAt),
      total: { amountMinor: content.totalMinor, currency: order.currency },
      path: null,
    })),
    can,
    cannot,
    waiting,
    review: waitingBill(subject),
    unbilledWh: session.unbilledWh || null,
    refused: session.state === 'completed' ? null : session.refused,
    receiptPath: pathTo('session', { locale: order.locale, clientId: session.clientId, sessionId: session.id }),
  };
}

function waitingBill({ session: { review }, order: { currency } }: Subject): WaitingBill | null {
  if (!review) return null;
  const money = (amountMinor: number) => ({ amountMinor, currency });
  return {
    why: review.why.map(why => ({ key: `session.review.why.${why.replaceAll(' ', '-')}` })),
    ours: money(review.oursMinor),
    theirs: review.theirsMinor === null ? null : money(review.theirsMinor),
    undecided: money(review.maxMinor),
  };
}

async function knownOf({ store: { db } }: OperatorContext, subject: Subject): Promise<Known> {
  const { session, order, payment, refunds } = subject;
  const ids = [session.id, order.id, ...(payment ? [payment.id] : []), ...refunds.map(({ id }) => id)];
  return {
    ...subject,
    readings: await listReadings(db, session.id),
    documents: await listDocuments(db, session.id),
    jobs: await listJobs(db, JOBS, ids),
    happened: await listHistory(db, ids),
    acts: (await listActsOn(db, session.number)).filter(act => !isFromOtherBrand(act, session)),
  };
}

/** Returns whether a person of another brand has tried an action on the session. Only the audit log of the operator shows the try. */
const isFromOtherBrand = ({ isDone, facts }: OperatorActRecord, { clientId }: Subject['session']): boolean =>
  !isDone && typeof facts.brand === 'string' && facts.brand !== clientId;

const initials = (first: string, last: string): string =>
  [first, last]
    .filter(Boolean)
    .map(name => `${name.slice(0, 1)}•••`)
    .join(' ');

/** Lists the possible actions: those whose preview is not refused. */
async function possible(
  context: OperatorContext,
  asker: Actor,
  { session, refunds, waiting }: Subject & { waiting: WaitingRefund | null },
) {
  const { who } = asker;
  // A token whose maximum of the day does not allow the whole refund can still refund a part.
  const unlimited = who.by === 'token' ? { ...who, isRefundLimited: false } : who;
  const actService = createActing(context, { ...asker, who: { ...unlimited, may: 'act' } });
  const { number } = session;
  const reason = '…';
  const acts = [
    ...(waiting
      ? ([
          { does: 'confirm-refund', number, reason },
          { does: 'decline-refund', number, reason },
        ] as const)
      : []),
    { does: 'stop', number, reason },
    { does: 'bill', number, energyWh: null, endedAt: null, reason },
    { does: 'waive', number, reason },
    { does: 'refund', number, amountMinor: 'all', reason },
    ...(refunds.some(isRefundPending) ? ([{ does: 'drop-refund', number, reason }] as const) : []),
    { does: 'send-receipt', number, reason },
  ] as const;
  const can: { does: ActName; would: Text }[] = [];
  const cannot: { does: ActName; why: string; text?: Text }[] = [];
  for (const request of acts) {
    const preview = await actService.preview(request);
    if (preview.kind === 'possible') can.push({ does: request.does, would: factsOf(request.does, preview) });
    else if (request.does === 'bill' && needsReadMeter(preview)) can.push({ does: 'bill', would: { key: 'acts.bill.read' } });
    else if (preview.kind === 'not-now')
      cannot.push({ does: request.does, why: preview.why, ...(preview.text ? { text: preview.text } : {}) });
  }
  return { can, cannot };
}

/** Returns what an action is about, as a fact: the preview of an action reads as if the action were under way. */
function factsOf(does: ActName, { steps, button, warning, before, waiting }: Consequence): Text {
  const values = { ...steps[0]?.text.values, ...button.values };
  if (does === 'refund') {
    const limit = warning?.key === 'acts.request.why' ? warning.values?.amount : undefined;
    const amount = before.at(-1)?.amount ?? '';
    return limit === undefined
      ? { key: 'session.would.refund', values: { amount } }
      : { key: 'session.would.refundTwo', values: { amount, limit } };
  }
  const request = waiting && { amount: waiting.amount, who: waiting.by };
  return { key: `session.would.${does}`, values: { ...values, ...request } };
}

function disputeRoute(known: Known): OperatedSession['route'] {
  const last = disputesOf(known).at(-1);
  if (!last) return [];
  const { state, amount } = last;
  return [{ name: { key: `session.route.dispute.${state}` }, note: null, amount, state: state === 'open' ? 'now' : 'done' }];
}

function waitsFor({ state, review }: Subject['session']): 'end' | 'last' | 'decision' {
  if (state !== 'stopping') return 'end';
  return review ? 'decision' : 'last';
}

/** Returns the steps of the payment: held, captured, released, refunded. */
function routeOf({ payment, order: { currency }, session }: Subject): OperatedSession['route'] {
  if (!payment) return [{ name: { key: 'session.route.free' }, note: null, amount: null, state: 'done' }];
  const money = (amountMinor: number | null) => (amountMinor === null ? null : { amountMinor, currency });
  const isOver = payment.settledAt !== null;
  if (payment.authorisedAt === null && payment.capturedMinor === null)
    return [{ name: { key: 'session.route.unpaid' }, note: null, amount: null, state: isOver ? 'done' : 'now' }];
  const at = payment.authorisedAt ? { key: 'session.route.at', values: { at: { at: iso(payment.authorisedAt) } } } : null;
  const restMinor = isOver ? payment.amountMinor - (payment.capturedMinor ?? 0) : null;
  return [
    {
      name: { key: 'session.route.held' },
      note: at,
      amount: money(payment.amountMinor),
      state: payment.authorisedAt ? 'done' : 'now',
    },
    {
      name: { key: isOver ? 'session.route.captured' : `session.route.waits.${waitsFor(session)}` },
      note: null,
      amount: money(isOver ? (payment.capturedMinor ?? 0) : payment.captureMinor),
      state: isOver ? 'done' : 'now',
    },
    { name: { key: 'session.route.released' }, note: null, amount: money(restMinor), state: isOver ? 'done' : 'later' },
    ...(payment.refundedMinor > 0
      ? [{ name: { key: 'session.route.refunded' }, note: null, amount: money(payment.refundedMinor), state: 'done' as const }]
      : []),
  ];
}
