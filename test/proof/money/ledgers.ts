import { HOLD_EXPIRY_MARGIN_MS } from '../../../server/runtime/context.ts';
import { MIN_CHARGING_MS } from '../../../server/shop/payments/holdLife.ts';
import type { Store } from '../../../server/store/engine/database.ts';
import type { MeteredStart } from './cars.ts';
import type { BookedHold } from './paymentServer.ts';

/** The records of all three parties: the app (`ours`), the payment provider and the stations. */
export interface Ledgers {
  ours: Ours;
  provider: readonly BookedHold[];
  stations: readonly MeteredStart[];
}

interface Ours {
  orders: readonly { id: string; state: string; payment_id: string | null }[];
  payments: readonly {
    id: string;
    order_id: string;
    state: string;
    ref: string | null;
    captured_minor: number | null;
    capture_before: number | null;
  }[];
  sessions: readonly {
    id: string;
    order_id: string;
    start_id: string;
    state: string;
    stop_reason: string | null;
    stop_requested_at: number | null;
    total_minor: number | null;
  }[];
  documents: readonly { session_id: string }[];
  open: readonly { kind: string; subject_id: string }[];
}

export async function readOurs({ db }: Pick<Store, 'db'>): Promise<Ours> {
  const [orders, payments, sessions, documents, open] = await Promise.all([
    db.selectFrom('orders').select(['id', 'state', 'payment_id']).execute(),
    db
      .selectFrom('payments')
      .select([
        'id',
        'order_id',
        'state',
        'ref',
        'captured_minor',
        'created_at',
        'authorised_at',
        'capture_before',
        'next_check_at',
      ])
      .execute(),
    db
      .selectFrom('sessions')
      .select([
        'id',
        'order_id',
        'start_id',
        'state',
        'stop_reason',
        'total_minor',
        'started_at',
        'stop_requested_at',
        'next_check_at',
      ])
      .execute(),
    db.selectFrom('documents').select(['session_id']).execute(),
    db.selectFrom('outbox').select(['kind', 'subject_id']).where('done_at', 'is', null).execute(),
  ]);
  return { orders, payments, sessions, documents, open };
}

/** Tariff of every point of the proof: 49 cents per kWh. The minimum amount of a card payment is 50 cents. */
const CENTS_PER_KWH = 49;
const MIN_AMOUNT_MINOR = 50;
/**
 * Maximum delay of a stop. It allows for repeated stop requests after a kill, and for a busy machine, whose delays a fast clock
 * multiplies.
 */
const STOP_LIMIT_MS = 30 * 60_000;
const MAX_DELAY_MS = 30_000;
const stopLimitMs = ({ speed, awayMs = 0 }: Pace): number => Math.max(STOP_LIMIT_MS, (MAX_DELAY_MS + awayMs) * speed);

interface Pace {
  /** Speed of the proof's clock as a multiple of real time. */
  speed: number;
  /** Longest database outage in real time. The app cannot send stop requests during an outage. */
  awayMs?: number;
}

export const FAULTS = [
  'charged twice',
  'charged without energy',
  'energy unbilled',
  'captured above hold',
  'captured another amount than the bill',
  'bill differs from the meter',
  'released while charging',
  'charging on a hold about to lapse',
  'two pages for one payment',
  'our books differ from the provider’s',
  'not one document for a captured bill',
  'unsettled after the sweep',
] as const;
export type Fault = (typeof FAULTS)[number];

interface Whole {
  holds: readonly BookedHold[];
  starts: readonly MeteredStart[];
  payments: Ours['payments'];
  session: Ours['sessions'][number] | undefined;
  order: Ours['orders'][number];
}

/**
 * Compares the records of the app, the payment provider and the stations for each order.
 * @returns the ids of the orders with each fault
 */
export function compare(ledgers: Ledgers, pace: Pace): ReadonlyMap<Fault, readonly string[]> {
  const found = new Map<Fault, string[]>(FAULTS.map(fault => [fault, []]));
  const add = (fault: Fault, where: string) => found.get(fault)?.push(where);
  const { ours, provider, stations } = ledgers;
  const orderOf = new Map(ours.payments.map(({ id, order_id }) => [id, order_id]));
  const sessionOf = new Map(ours.sessions.map(session => [session.order_id, session]));
  const holds = Map.groupBy(provider, ({ paymentId }) => orderOf.get(paymentId) ?? '');
  const starts = Map.groupBy(stations, ({ authorizationReference }) => authorizationReference);
  const payments = Map.groupBy(ours.payments, ({ order_id }) => order_id);
  const documents = Map.groupBy(ours.documents, ({ session_id }) => session_id);
  for (const { ref } of holds.get('') ?? []) add('our books differ from the provider’s', `unknown ${ref}`);
  for (const order of ours.orders) {
    const session = sessionOf.get(order.id);
    const whole: Whole = {
      order,
      session,
      holds: holds.get(order.id) ?? [],
      payments: payments.get(order.id) ?? [],
      starts: starts.get(session?.start_id ?? '') ?? [],
    };
    for (const fault of [...ofMoney(whole, stopLimitMs(pace)), ...ofBooks(whole, documents.get(session?.id ?? '')?.length ?? 0)])
      add(fault, order.id);
    if (isUnsettled(whole)) add('unsettled after the sweep', order.id);
  }
  for (const { kind, subject_id } of ours.open)
    if (MONEY_STEPS.includes(kind)) add('unsettled after the sweep', `${kind} ${subject_id}`);
  return found;
}

/**
 * Finds the sessions that were stopped because their hold was about to expire.
 * @returns their number, and the greatest delay of such a stop request in minutes
 */
export function lapsing({ ours }: Pick<Ledgers, 'ours'>): { lapsing: number; latestMin: number } {
  const stopped = ours.sessions.filter(({ stop_reason }) => stop_reason === 'hold-expiry');
  const delaysMs = stopped.map(({ order_id, stop_requested_at }) => {
    const holds = ours.payments.filter(payment => payment.order_id === order_id && payment.capture_before !== null);
    return (stop_requested_at ?? 0) - Math.max(...holds.map(({ capture_before }) => capture_before ?? 0)) + HOLD_EXPIRY_MARGIN_MS;
  });
  return { lapsing: stopped.length, latestMin: Math.round(Math.max(0, ...delaysMs) / 60_000) };
}

/** Returns all records of one order as text, to analyse a fault. */
export function storyOf({ ours, provider, stations }: Ledgers, orderId: string): string {
  const payments = ours.payments.filter(({ order_id }) => order_id === orderId);
  const sessions = ours.sessions.filter(({ order_id }) => order_id === orderId);
  const subjects = [...payments, ...sessions].map(({ id }) => id);
  return JSON.stringify({
    order: ours.orders.find(({ id }) => id === orderId),
    payments,
    sessions,
    open: ours.open.filter(({ subject_id }) => subjects.includes(subject_id)),
    holds: provider.filter(({ paymentId }) => subjects.includes(paymentId)),
    starts: stations.filter(({ authorizationReference }) => sessions.some(({ start_id }) => start_id === authorizationReference)),
  });
}

/** Returns the rows that the OCPI or OCPP adapter has stored for one order, as text. */
export async function listStationRows(
  { db }: Pick<Store, 'db'>,
  { ours }: Pick<Ledgers, 'ours'>,
  orderId: string,
): Promise<string> {
  const starts = ours.sessions.filter(({ order_id }) => order_id === orderId).map(({ start_id }) => start_id);
  const rows = await db.selectFrom('key_values').select(['key', 'json']).where('owner', '!=', 'push').execute();
  const own = rows.filter(({ json }) => starts.some(start => json.includes(start)));
  return own.map(({ key, json }) => `\n    ${key}: ${json}`).join('');
}

const MONEY_STEPS: readonly string[] = ['start', 'cancel-start', 'stop', 'capture', 'release'];

const MIN_HOLD_MS = HOLD_EXPIRY_MARGIN_MS + MIN_CHARGING_MS;
const lastsMs = ({ captureBefore, authorisedAt }: BookedHold): number =>
  (captureBefore ?? Number.POSITIVE_INFINITY) - (authorisedAt ?? 0);

function ofMoney({ holds, starts, session }: Whole, limitMs: number): Fault[] {
  const faults: Fault[] = [];
  const captured = holds.filter(({ state }) => state === 'captured');
  const energyWh = starts.reduce((sum, start) => sum + start.energyWh, 0);
  const cost = (energyWh * CENTS_PER_KWH) / 1000;
  const capturedTotal = captured.reduce((sum, { capturedMinor }) => sum + capturedMinor, 0);
  if (captured.length > 1 || captured.some(({ captures }) => captures > 1)) faults.push('charged twice');
  if (capturedTotal > 0 && energyWh === 0) faults.push('charged without energy');
  if (captured.some(({ capturedMinor, amountMinor }) => capturedMinor > amountMinor)) faults.push('captured above hold');
  if (capturedTotal === 0 && Math.round(cost) >= MIN_AMOUNT_MINOR) faults.push('energy unbilled');
  const [hold] = captured;
  if (hold && capturedTotal !== Math.min(session?.total_minor ?? 0, hold.amountMinor))
    faults.push('captured another amount than the bill');
  if (session?.state === 'completed' && Math.abs((session.total_minor ?? 0) - cost) > 1)
    faults.push('bill differs from the meter');
  const isCut = holds.some(({ state, settledAt, authorisedAt }) =>
    starts.some(
      ({ startedAt, endedAt }) =>
        state === 'released' &&
        authorisedAt !== null &&
        startedAt !== null &&
        (settledAt ?? 0) < (endedAt ?? Number.POSITIVE_INFINITY),
    ),
  );
  if (isCut && !captured.length && !holds.some(({ state }) => state === 'authorised')) faults.push('released while charging');
  const stopBy = holds.map(({ captureBefore }) => (captureBefore ?? Number.POSITIVE_INFINITY) - HOLD_EXPIRY_MARGIN_MS);
  const isPastEnd = starts.some(({ endedAt }) => (endedAt ?? 0) > Math.max(...stopBy) + limitMs);
  // Charging must not begin if no hold of the order lasts long enough. It is a fault even if the app stopped in time.
  const held = holds.filter(({ authorisedAt }) => authorisedAt !== null);
  const isHoldTooShort = starts.length > 0 && held.length > 0 && held.every(hold => lastsMs(hold) < MIN_HOLD_MS);
  if (isPastEnd || isHoldTooShort) faults.push('charging on a hold about to lapse');
  const pages = holds.map(({ paymentId }) => paymentId);
  if (new Set(pages).size < pages.length) faults.push('two pages for one payment');
  return faults;
}

function ofBooks({ holds, payments }: Whole, documents: number): Fault[] {
  const faults: Fault[] = [];
  const ours = payments.reduce((sum, { captured_minor }) => sum + (captured_minor ?? 0), 0);
  const theirs = holds.reduce((sum, { capturedMinor }) => sum + capturedMinor, 0);
  if (ours !== theirs) faults.push('our books differ from the provider’s');
  if (documents !== (ours > 0 ? 1 : 0)) faults.push('not one document for a captured bill');
  return faults;
}

const OVER: readonly string[] = ['captured', 'released', 'expired', 'completed', 'cancelled', 'over', 'held'];

function isUnsettled({ holds, starts, payments, session, order }: Whole): boolean {
  const states = [...holds, ...payments, order, ...(session ? [session] : [])].map(({ state }) => state);
  return states.some(state => !OVER.includes(state)) || starts.some(({ startedAt, isFinal }) => startedAt !== null && !isFinal);
}
