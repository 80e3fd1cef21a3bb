import { ProviderUnavailable } from '../../../server/core/ports/ports.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Rows } from './rows.ts';
import { BILLS } from './station.ts';
import type { World } from './world.ts';

const MIN_AMOUNT_MINOR = 50;

/**
 * Collects the errors with which the app's functions end. An error is a bug unless it is a regular response to a visitor or a
 * fault of the payment provider.
 */
export interface Problems {
  bugs: Set<string>;
  check(error: unknown, job: string): void;
}

export function createProblems(bugs: Set<string>): Problems {
  return {
    bugs,
    check(error, job) {
      if (error instanceof Problem || error instanceof ProviderUnavailable) return;
      bugs.add(`a fault in ${job}: ${String(error)}`);
    },
  };
}

/**
 * Checks the money of an order in the current state.
 * @returns the violations found
 */
export function violations({ pages, station }: World, rows: Rows): string[] {
  const found: string[] = [];
  const bill = BILLS.find(({ wh }) => wh === station.wh)?.minor ?? 0;
  const isOver = station.state === 'ended' || station.state === 'final';
  const captured = pages.filter(({ state }) => state === 'captured');
  for (const { capturedMinor, amountMinor } of captured) {
    if (capturedMinor > amountMinor) found.push('captured above the hold');
    if (!isOver) found.push('captured without energy');
    else if (bill < MIN_AMOUNT_MINOR) found.push('captured a bill of nothing');
    else if (capturedMinor !== Math.min(bill, amountMinor)) found.push('captured another amount than the bill');
  }
  if (captured.length > 1) found.push('captured twice');
  const held = pages.filter(({ state }) => state === 'authorised');
  if (station.state === 'charging' && held.length === 0) found.push('charging without a hold');
  const isAtWork = station.state === 'armed' || station.state === 'charging';
  if (isAtWork && held.length > 0 && held.every(({ isShort }) => isShort)) found.push('charging on a hold about to lapse');
  const isLost = pages.some(({ state }) => state === 'released') && !pages.some(({ state }) => state === 'authorised');
  if (isOver && bill >= MIN_AMOUNT_MINOR && captured.length === 0 && isLost) found.push('energy delivered, hold released');
  if (pages.filter(({ state, isShown }) => state === 'open' && isShown).length > 1) found.push('two open pages');
  if (new Set(pages.map(({ paymentId }) => paymentId)).size < pages.length) found.push('two pages for one payment');
  if (rows.payments.some(({ state }) => state === 'capture_failed')) found.push('hold gone before capture');
  return found;
}

const FINAL_PAYMENT: readonly string[] = ['captured', 'released', 'expired'];
const FINAL_PAGE: readonly string[] = ['captured', 'released', 'expired'];

/** Returns true if nothing of the order is pending in the database, at the payment provider or at the station. */
export function isSettled({ flights, ghosts, pages, station }: World, { orders, payments, sessions, outbox }: Rows): boolean {
  const isAtRest = flights.length === 0 && ghosts.length === 0 && outbox.every(({ done_at }) => done_at !== null);
  const isPaid = payments.every(({ state, captured_minor, ref }) => {
    const page = pages.find(each => each.ref === ref);
    return FINAL_PAYMENT.includes(state) && (captured_minor ?? 0) === (page?.capturedMinor ?? 0);
  });
  return (
    isAtRest &&
    isPaid &&
    pages.every(({ state }) => FINAL_PAGE.includes(state)) &&
    orders.every(({ state }) => state !== 'open') &&
    sessions.every(({ state }) => state === 'completed' || state === 'cancelled') &&
    (station.state === 'idle' || station.state === 'final')
  );
}
