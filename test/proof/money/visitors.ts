import { createFormTokens } from '../../../server/http/request/formToken.ts';
import type { OrderStatus, Plug, Started } from '../../../shared/charging/charging.ts';
import type { Chance } from './chance.ts';
import { pointId } from './shop.ts';
import { type ProofTime, passes } from './time.ts';
import { post, Refused } from './wire.ts';

export interface Street {
  /** Returns the origin of one of the app's processes, for the next request. */
  origin(): string;
  /** Origin of the fake payment provider. */
  payments: string;
  secret: string;
  time: ProofTime;
  points: number;
  plug: Pick<Plug, 'id' | 'tariffVersion' | 'limits'>;
  /** Ids of the orders that were confirmed to visitors. */
  orders: Set<string>;
}

const CONTACT = { firstName: 'Ada', lastName: 'Lovelace', email: '', emailConfirmation: '' };

/** Simulates one visitor from the order form to the stop. The visitor may submit twice, change the amount, cancel or leave. */
export async function visit(street: Street, chance: Chance, n: number): Promise<void> {
  const { time, plug } = street;
  const evseId = pointId(n % street.points);
  const limits = plug.limits.map(({ amountMinor }) => amountMinor);
  const formToken = createFormTokens({ secret: street.secret }).mint(new Date());
  const submit = (limitMinor: number): Promise<Started | null> =>
    insist<Started>(street, chance, `/api/clients/blaufink/charging-points/${encodeURIComponent(evseId)}/sessions`, {
      connector: plug.id,
      limitMinor,
      contact: CONTACT,
      tariffVersion: plug.tariffVersion,
      formToken,
      locale: 'de',
      consents: { acceptTerms: true, acceptPrivacy: true },
    });
  const limit = chance.one(limits);
  const twice = chance.is(25) ? submit(limit) : null;
  // A visitor may select a different amount while the first request is still pending.
  const other = chance.is(8) ? submit(chance.one(limits)) : null;
  const answers = await Promise.all([submit(limit), twice, other]);
  if (chance.is(10)) answers.push(await submit(chance.one(limits)));
  const orderIds = new Set(answers.flatMap(answer => (answer?.kind === 'pay' ? [answer.orderId] : [])));
  for (const id of orderIds) street.orders.add(id);
  const [orderId] = orderIds;
  if (orderId === undefined) {
    // A refused visitor stays for a while before the next one comes. Otherwise too many visitors would be refused during a short
    // outage of a station.
    await passes(time, chance.between(0, SOON_MS));
    return;
  }
  const urls = answers.flatMap(answer => (answer?.kind === 'pay' && answer.url.startsWith('https:') ? [answer.url] : []));

  await passes(time, chance.between(2000, 60_000));
  const pays = chance.is(90) ? enterCard(street, chance, urls) : null;
  // A visitor may cancel or submit again, possibly while the bank is still deciding.
  if (chance.is(20)) {
    await passes(time, chance.between(0, 20_000));
    await (chance.is(50) ? insist(street, chance, `/api/orders/${orderId}/cancel`, {}) : submit(chance.one(limits)));
  }
  await pays;
  if (chance.is(25)) return;
  const sessionId = await comesBack(street, chance, orderId);
  if (sessionId) await charges(street, chance, sessionId);
}

/** Pays on the newest payment page of the visitor, and sometimes on older pages that are still open in browser tabs. */
async function enterCard({ payments }: Street, chance: Chance, urls: readonly string[]): Promise<void> {
  const tried = [urls.at(-1), ...(chance.is(15) ? urls : [])];
  for (const url of new Set(tried)) {
    const ref = url?.replace('https://pay.example/', '');
    if (ref) await post(`${payments}/pay`, { ref }).catch(() => undefined);
  }
}

async function comesBack(street: Street, chance: Chance, orderId: string): Promise<string | null> {
  for (let tries = 0; tries < 6; tries++) {
    const settled = await insist<OrderStatus>(street, chance, `/api/orders/${orderId}/settle`, {});
    if (settled?.kind === 'charging') return settled.sessionId;
    if (settled?.kind === 'over') return null;
    await passes(street.time, chance.between(2000, 20_000));
  }
  return null;
}

async function charges(street: Street, chance: Chance, sessionId: string): Promise<void> {
  const { time } = street;
  if (chance.is(12)) {
    await passes(time, chance.between(0, 60_000));
    await insist(street, chance, `/api/sessions/${sessionId}/cancel`, {});
  }
  if (!chance.is(60)) return;
  await passes(time, chance.between(60_000, 8 * 60_000));
  await insist(street, chance, `/api/sessions/${sessionId}/stop`, {});
}

/** Maximum time that a refused visitor stays. */
const SOON_MS = 4 * 60_000;
const MAX_ATTEMPTS = 40;

/**
 * Sends a request, and repeats it if no response arrives or the status is 5xx.
 * @returns the response; null if the app refused the request or the visitor gave up
 */
async function insist<T>(street: Street, chance: Chance, path: string, body: object): Promise<T | null> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const origin = street.origin();
    const answer = await post(`${origin}${path}`, body, { Origin: origin }).catch((error: unknown) => error as Error);
    if (!(answer instanceof Error)) return answer as T;
    if (answer instanceof Refused && answer.status < 500) return null;
    await new Promise(resolve => setTimeout(resolve, chance.between(50, 400)));
  }
  return null;
}
