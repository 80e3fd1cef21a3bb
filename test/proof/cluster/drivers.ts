import { setTimeout as pause } from 'node:timers/promises';
import { createHttpCharging } from '../../../client/core/charging.ts';
import type { Charging, ChargingPoint, StartRequest } from '../../../shared/charging/charging.ts';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import { canChoose, canStop, isOver, type Session } from '../../../shared/charging/session.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { CLIENT, evseOf } from '../../support/manyPoints.ts';
import { fillInOrder } from '../../support/orderForm.ts';
import { createChance } from '../money/chance.ts';
import type { Waits } from './waits.ts';

/** What the app has confirmed to drivers. */
export interface Confirmed {
  /** Ids of the orders whose payment was accepted. */
  paid: Set<string>;
  /** Ids of the sessions that drivers have seen. */
  seen: Set<string>;
  /** The sessions whose bill a driver has seen, with the price in minor units. */
  billed: Map<string, number>;
  /** Receipts that the search did not find, and answers that contradict earlier ones. */
  wrong: string[];
}

export interface Load {
  confirmed: Confirmed;
  /** Number of sessions that drivers see charging. */
  charging(): number;
  /** No driver begins again. Resolves when all have their bill. */
  end(): Promise<void>;
}

interface LoadOptions {
  origin: string;
  stations: number;
  seed: string;
  waits: Waits;
}

/** Longer than the app and HAProxy take to answer, so that a driver gives up only where nothing answers. */
const ANSWER_LIMIT_MS = 15_000;
const POLL_MS = 1000;
const MIN_CENTS = 50;
/** Out of a hundred drivers, so many press the button to stop. The others drive away. */
const STOPPING = 60;

/** Lets one driver after the other charge at each station, and others load pages, until the load is ended. */
export function startLoad({ origin, stations, seed, waits }: LoadOptions): Load {
  setFetch(origin);
  const street: Street = { origin, waits, charging: createHttpCharging(origin), state: { isOver: false, charging: 0 } };
  const confirmed: Confirmed = { paid: new Set(), seen: new Set(), billed: new Map(), wrong: [] };
  const all = Array.from({ length: stations }, async (_, n) => {
    const chance = createChance(`${seed} driver ${n}`);
    await pause(chance.between(0, 10_000));
    while (!street.state.isOver) {
      await visit(street, confirmed, n, chance.is(STOPPING)).catch((error: unknown) => void confirmed.wrong.push(String(error)));
      await pause(chance.between(200, 2000));
    }
  });
  const browsing = browse(street, stations);
  return {
    confirmed,
    charging: () => street.state.charging,
    async end() {
      street.state.isOver = true;
      await Promise.all([...all, browsing]);
    },
  };
}

interface Street {
  origin: string;
  waits: Waits;
  charging: Charging;
  state: { isOver: boolean; charging: number };
}

/** Sends the Origin header, which browsers do and Node does not, and limits the wait for an answer. */
function setFetch(origin: string): void {
  const plain = globalThis.fetch;
  globalThis.fetch = (input, init = {}) =>
    plain(input, {
      ...init,
      signal: init.signal ?? AbortSignal.timeout(ANSWER_LIMIT_MS),
      headers: { Origin: origin, ...(init.headers as Record<string, string>) },
    });
}

/** As many visitors load pages, each one page after the other. */
const VISITORS = 8;
const PAGES_APART_MS = 2000;

async function browse({ origin, waits, state }: Street, stations: number): Promise<void> {
  const headers = { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 Firefox/140.0' };
  const load = async (page: string) => {
    const answer = await fetch(origin + page, { headers });
    if (!(await answer.text()).includes('</html>') || !answer.ok) throw new Error(`${page} was answered with ${answer.status}`);
  };
  const visitors = Array.from({ length: VISITORS }, async (_, visitor) => {
    await pause((PAGES_APART_MS * visitor) / VISITORS);
    for (let n = visitor; !state.isOver; n += VISITORS) {
      const page = n % 5 === 0 ? `/en/${CLIENT}` : `/en/${CLIENT}/evse/${encodeURIComponent(evseOf(n % stations))}`;
      await waits.insist('page', () => load(page));
      await pause(PAGES_APART_MS);
    }
  });
  await Promise.all(visitors);
}

/** Lets one driver order, pay, charge, and look for the receipt. */
async function visit(street: Street, confirmed: Confirmed, n: number, stops: boolean): Promise<void> {
  const { waits, charging, origin } = street;
  const address = { clientId: CLIENT, evseId: evseOf(n) };
  const point = await waits.insist<ChargingPoint>('point', () => charging.getChargingPoint(address));
  const plug = point instanceof Problem ? undefined : point.plugs[0];
  if (!plug || !canChoose(plug.state)) return;
  const form = await waits.insist<StartRequest>('form', () => fillInOrder(origin, address, plug));
  if (form instanceof Problem) return;
  // The same form is sent until it is answered, as by a driver who presses again.
  const started = await waits.insist('order', () => charging.startSession(form));
  if (started instanceof Problem || started.kind !== 'pay') return;
  await waits.insist('pay', () => pay(origin + started.url));
  confirmed.paid.add(started.orderId);
  const sessionId = await waitForSession(street, started.orderId);
  if (sessionId === null) return;
  confirmed.seen.add(sessionId);
  const end = await charge(street, { sessionId, stops });
  if (end.kind === 'completed') await findReceipt(street, confirmed, sessionId);
}

async function pay(page: string): Promise<void> {
  const body = new URLSearchParams({ cardnumber: '4242424242424242', exp: '12/30', cvc: '123' });
  const { status } = await fetch(page, { method: 'POST', redirect: 'manual', body });
  if (status !== 303) throw new Error(`The payment was answered with ${status}`);
}

async function waitForSession({ waits, charging }: Street, orderId: string): Promise<string | null> {
  for (;;) {
    const order = await waits.insist('return', () => charging.refreshOrder({ orderId }));
    if (order instanceof Problem) throw new Error(`The paid order ${orderId} was answered with ${order.code}`);
    if (order.kind === 'charging') return order.sessionId;
    if (order.kind === 'over') return null;
    await pause(POLL_MS);
  }
}

/** Follows a session to its end. Stops it once it costs enough for a bill, or waits until the driver drives away. */
async function charge(
  { waits, charging, state }: Street,
  { sessionId, stops }: { sessionId: string; stops: boolean },
): Promise<Session> {
  let isCounted = false;
  for (;;) {
    const session = await waits.insist('session', () => charging.getSession({ sessionId }));
    if (session instanceof Problem) throw new Error(`The session ${sessionId} was answered with ${session.code}`);
    if (canStop(session) !== isCounted) {
      isCounted = canStop(session);
      state.charging += isCounted ? 1 : -1;
    }
    if (isOver(session.kind) && (session.kind !== 'completed' || session.isBilled)) return session;
    const isDue = stops || state.isOver;
    if (isDue && canStop(session) && session.values.cost.amountMinor >= MIN_CENTS)
      await waits.insist('stop', () => charging.stopSession({ sessionId }));
    await pause(POLL_MS);
  }
}

async function findReceipt({ waits, charging }: Street, confirmed: Confirmed, sessionId: string): Promise<void> {
  const receipt = await waits.insist<Receipt>('receipt', () => charging.getReceipt({ receipt: sessionId }));
  if (receipt instanceof Problem) return void confirmed.wrong.push(`receipt of ${sessionId}: ${receipt.code}`);
  confirmed.billed.set(sessionId, receipt.chargedMinor);
  if (receipt.chargedMinor === 0) return;
  const { found, country, cardDigits } = receipt;
  const query = {
    clientId: CLIENT,
    country,
    date: new Intl.DateTimeFormat('en-CA', { timeZone: found.timeZone }).format(new Date(found.startedAt)),
    price: (receipt.chargedMinor / 100).toFixed(2),
    lastDigits: cardDigits ?? '',
    evseId: found.evseId,
  };
  const results = await waits.insist('search', () => charging.findSessions(query));
  const isFound = !(results instanceof Problem) && results.some(({ number }) => number === found.number);
  if (!isFound) confirmed.wrong.push(`search for ${sessionId}: ${results instanceof Problem ? results.code : results.length}`);
}
