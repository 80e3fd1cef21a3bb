import { createVisitor, Unexpected } from '../../../scripts/try/demoVisitor.ts';
import type { Session } from '../../../shared/charging/session.ts';
import { CLIENT, evseOf } from '../../support/manyPoints.ts';
import { until } from '../../support/until.ts';
import { charge, type Driver } from '../stations/visitors.ts';
import { type Finding, finding } from './findings.ts';

export type { Driver } from '../stations/visitors.ts';

const BROWSER = 'Mozilla/5.0 Firefox/140.0';

/** Orders and pays at the n-th point, and waits until the vehicle charges. */
export const chargeAt = (origin: string, n: number): Promise<Driver> => charge({ apps: [{ origin }] }, n);

/**
 * Runs `work` as a visitor.
 * @returns the heading of the error page that is shown; null if `work` succeeded
 */
async function wordsOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    const [, heading = error.message] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(error.page) ?? [];
    return heading.replaceAll(/<[^>]+>/g, '').trim();
  }
}

/**
 * Tries to order at the n-th point.
 * @returns the heading of the error page; null if the payment page was reached
 */
export const triesToOrder = (origin: string, n: number): Promise<string | null> =>
  wordsOf(() =>
    createVisitor(origin, { userAgent: BROWSER }).order({ clientId: CLIENT, evseId: evseOf(n), connector: '1', prefix: '/en' }),
  );

const pressStop = ({ visitor, sessionPath }: Driver) =>
  visitor.request(`${sessionPath}/stop`, { form: { sure: '1' }, expect: [303], headers: { 'user-agent': BROWSER } });

/**
 * Tries to stop the session.
 * @returns the heading of the error page; null if the stop was accepted
 */
export const triesToStop = (driver: Driver): Promise<string | null> => wordsOf(() => pressStop(driver));

const sessionOf = ({ visitor, sessionId }: Driver): Promise<Session | null> => visitor.session(sessionId).catch(() => null);

/** Waits until each session costs at least 50 cents, the minimum for a bill. */
export async function drawSomething(drivers: readonly Driver[]): Promise<void> {
  for (const driver of drivers)
    await until(
      () => sessionOf(driver),
      session => session?.kind === 'running' && session.values.cost.amountMinor >= 50,
      60_000,
    );
}

/** Starts sessions at the first two points, and waits until both cost enough for a bill. */
export async function twoCharge(origin: string): Promise<readonly Driver[]> {
  const drivers = [await chargeAt(origin, 0), await chargeAt(origin, 1)];
  await drawSomething(drivers);
  return drivers;
}

interface Another {
  /**
   * True if the rehearsal has injected its fault. Then no third vehicle charges, and the wait for bills is limited to
   * `brokenMs`.
   */
  isBroken: boolean;
  brokenMs?: number;
  come(): Promise<Driver>;
}

/** Starts a third vehicle unless a fault was injected, then stops all sessions and waits until each driver has a bill. */
export async function settleWithAnother(
  drivers: readonly Driver[],
  { isBroken, brokenMs = 5000, come }: Another,
): Promise<Finding> {
  return isBroken ? settleAll(drivers, brokenMs) : settleAll([...drivers, await come()]);
}

/** Stops all sessions and waits until each driver has a bill. */
export async function settleAll(drivers: readonly Driver[], limitMs = 30_000): Promise<Finding> {
  const endings = drivers.map(async driver => {
    const giveUpAt = performance.now() + limitMs;
    for (;;) {
      const session = await sessionOf(driver);
      if (session?.kind === 'completed' && session.isBilled) return 'billed';
      if (performance.now() > giveUpAt) return session?.kind ?? 'unknown';
      if (session?.kind === 'running') await triesToStop(driver).catch(() => null);
      await new Promise(resolve => setTimeout(resolve, 250));
    }
  });
  const ends = await Promise.all(endings);
  const billed = ends.filter(end => end === 'billed').length;
  const others = ends.filter(end => end !== 'billed');
  const seen =
    others.length > 0 ? `${billed} of ${drivers.length}; others ${others.join(', ')}` : `${billed} of ${drivers.length}`;
  return finding('Every driver who was charging finds a bill', seen, billed === drivers.length);
}
