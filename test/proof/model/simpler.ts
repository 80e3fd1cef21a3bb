import type { Rows } from './rows.ts';
import type { Budget, World } from './world.ts';

/**
 * Removes from a state what can no longer have an effect: budgets of events that have become impossible, and idempotency keys of
 * payments that are captured or released. Fewer different states remain.
 */
export function simpler(world: World, rows: Rows): World {
  const isMoved = (key: string) =>
    world.pages.some(({ paymentId, state }) => key.includes(`:${paymentId}:`) && (state === 'captured' || state === 'released'));
  const keys = Object.keys(world.spent);
  const unmoved = keys.filter(key => !isMoved(key)).sort();
  const isSame = unmoved.every((key, n) => key === keys[n]) && unmoved.length === keys.length;
  const spent = isSame ? world.spent : Object.fromEntries(unmoved.map(key => [key, world.spent[key] ?? 'done']));
  const left = leftOver(world, rows);
  const isLeft = BUDGETS.every(what => left[what] === world.left[what]);
  return isSame && isLeft ? world : { ...world, spent, left: isLeft ? world.left : left };
}

const BUDGETS = [
  'clicks',
  'others',
  'cancelOrder',
  'cancelStart',
  'stop',
  'refusals',
  'lastMoments',
  'shortHolds',
  'faults',
  'crashes',
] as const;

function leftOver({ left, pages, station, flights }: World, { orders, sessions }: Rows): Budget {
  const [order, session] = [orders[0], sessions[0]];
  const isOpen = !order || order.state === 'open';
  const hasPage = pages.some(({ state }) => state === 'open' || state === 'expired');
  const isBefore = !session || session.state === 'draft';
  const isStarting = isBefore || session.state === 'starting';
  const canStop = isStarting || session.state === 'running' || session.state === 'paused';
  const isQuiet =
    flights.length === 0 && !isOpen && !hasPage && (session?.state === 'completed' || session?.state === 'cancelled');
  const only = (isPossible: boolean, count: number) => (isPossible ? count : 0);
  return {
    clicks: only(isOpen, left.clicks),
    others: only(isOpen, left.others),
    cancelOrder: only(isOpen, left.cancelOrder),
    cancelStart: only(isStarting, left.cancelStart),
    stop: only(canStop, left.stop),
    refusals: only(station.state === 'idle' && !station.hasTombstone, left.refusals),
    lastMoments: only(isOpen || hasPage, left.lastMoments),
    shortHolds: only(isOpen || hasPage, left.shortHolds),
    faults: only(!isQuiet || pages.some(({ state }) => state === 'authorised'), left.faults),
    crashes: only(!isQuiet || pages.some(({ state }) => state === 'authorised'), left.crashes),
  };
}
