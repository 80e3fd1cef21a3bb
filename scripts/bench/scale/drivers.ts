import { setTimeout as pause } from 'node:timers/promises';
import type { Session } from '../../../shared/charging/session.ts';
import { CLIENT, evseOf } from '../../../test/support/manyPoints.ts';
import { until } from '../../../test/support/until.ts';
import { createVisitor, type DemoVisitor } from '../../try/demoVisitor.ts';

const BROWSER = 'Mozilla/5.0 Firefox/140.0';
/** A card takes no less. */
const MIN_AMOUNT_MINOR = 50;
const LIMIT_S = 120;
const CARD = { cardnumber: '4242 4242 4242 4242', exp: '12/30', cvc: '123' };

export interface Charging {
  visitor: DemoVisitor;
  sessionId: string;
  sessionPath: string;
}

export const addressOf = (n: number): string => `/en/${CLIENT}/evse/${encodeURIComponent(evseOf(n))}`;

const visitorAt = (origin: string): DemoVisitor => createVisitor(origin, { userAgent: BROWSER });

/** Orders and pays at the point of that number, as a browser without scripts does. */
export async function startsAt(origin: string, n: number): Promise<Charging> {
  const visitor = visitorAt(origin);
  const point = { clientId: CLIENT, evseId: evseOf(n), connector: '1' };
  await until(
    () => visitor.point(point),
    ({ plugs }) => ['available', 'preparing'].includes(plugs[0]?.state ?? ''),
    LIMIT_S * 1000,
  );
  const paymentPath = await visitor.order({ ...point, prefix: '/en' });
  const paid = await visitor.request(paymentPath, { form: CARD, expect: [303] });
  // The page on the way back asks again by itself until the hold is known.
  const returned = await until(
    () => visitor.request(visitor.target(paid), { expect: [200, 303] }),
    ({ statusCode }) => statusCode === 303,
    LIMIT_S * 1000,
  );
  const sessionPath = visitor.target(returned);
  return { visitor, sessionPath, sessionId: sessionPath.split('/').at(-1) ?? '' };
}

const isBillable = (session: Session): boolean =>
  session.kind === 'completed' ||
  session.kind === 'cancelled' ||
  (session.kind === 'running' && session.values.cost.amountMinor >= MIN_AMOUNT_MINOR);

/** Charges until there is something to bill, stops where the limit has not done so before, and waits for the bill. False: it never began. */
async function chargesAndStops({ visitor, sessionId, sessionPath }: Charging): Promise<boolean> {
  const { kind } = await visitor.until(sessionId, isBillable, LIMIT_S);
  if (kind === 'cancelled') return false;
  if (kind === 'running') await visitor.request(`${sessionPath}/stop`, { form: { sure: '1' }, expect: [303, 409] });
  await visitor.until(sessionId, session => session.kind === 'completed' && session.isBilled, LIMIT_S);
  return true;
}

export type End = 'billed' | 'released' | 'open';

const PATIENCE_MS = 120_000;

/** As a driver does it who gets no answer: asks again until it works. */
export async function settles(driver: Charging): Promise<End> {
  for (const giveUpAt = performance.now() + PATIENCE_MS; performance.now() < giveUpAt; await pause(200)) {
    const isBilled = await chargesAndStops(driver).catch(() => null);
    if (isBilled !== null) return isBilled ? 'billed' : 'released';
  }
  return 'open';
}
