import type { Job } from './jobs.ts';
import type { Rows } from './rows.ts';
import type { Budget, Rules, World } from './world.ts';

/** A job that can start now, with the budget that remains afterwards. */
interface Beginning {
  name: string;
  job: Job;
  left?: Partial<Budget>;
  /** True if the job happens sooner or later even if no visitor and no webhook comes. */
  isHelp: boolean;
}

const HOLD_MINOR = 8000;
const OTHER_MINOR = 4000;

interface Known {
  rows: Rows;
  rules: Rules;
}

/**
 * Lists the jobs that visitors, webhooks, the station, the sweeper or the outbox can start now. Jobs that would change nothing
 * or are already running are left out.
 */
export function beginnings(world: World, known: Known): Beginning[] {
  const runningJobs = new Set(world.flights.map(({ job }) => JSON.stringify(job)));
  const all = [...byVisitor(world, known), ...byProvider(world, known), ...byStation(world, known), ...byOutbox(known)];
  return all.filter(({ job }) => !runningJobs.has(JSON.stringify(job)));
}

function byVisitor({ left, pages, flights }: World, { rows }: Known): Beginning[] {
  const [order, session] = [rows.orders[0], rows.sessions[0]];
  const found: Beginning[] = [];
  const begin = (name: string, job: Job, spent: Partial<Budget>) => found.push({ name, job, left: spent, isHelp: false });
  /** A click during an equal running click gets a new number. Successive clicks all get the same number. */
  const click = (limitMinor: number): Job => {
    const others = flights.filter(({ job }) => job.do === 'click' && job.limitMinor === limitMinor && job.n === 0);
    return { do: 'click', n: others.length, limitMinor };
  };
  if (!order || order.state === 'open') {
    if (left.clicks > 0) begin('submit', click(HOLD_MINOR), { clicks: left.clicks - 1 });
    if (left.others > 0 && order) begin('submit with another amount', click(OTHER_MINOR), { others: left.others - 1 });
  }
  if (order?.state === 'open' && pages.some(({ isShown }) => isShown)) {
    begin('visitor comes back', { do: 'return', orderId: order.id }, {});
    if (left.cancelOrder > 0)
      begin('visitor gives the order up', { do: 'cancelOrder', orderId: order.id }, { cancelOrder: left.cancelOrder - 1 });
  }
  if (!session) return found;
  const ids = { sessionId: session.id, authorizationReference: session.start_id };
  if (session.state === 'starting' && left.cancelStart > 0)
    begin('visitor gives the start up', { do: 'cancelStart', ...ids }, { cancelStart: left.cancelStart - 1 });
  if (session.state === 'running' && left.stop > 0) begin('visitor stops', { do: 'stop', ...ids }, { stop: left.stop - 1 });
  return found;
}

const SETTLED: readonly string[] = ['captured', 'released', 'capture_failed'];

function byProvider({ pages }: World, { rows, rules }: Known): Beginning[] {
  return rows.payments.flatMap(({ id, ref, state, next_check_at }): Beginning[] => {
    if (SETTLED.includes(state) || (state === 'expired' && !rules.closedPages)) return [];
    if (ref === null)
      return next_check_at === null
        ? []
        : [{ name: 'sweep: the page never shown is over', job: { do: 'pageTimeOver', paymentId: id, ref }, isHelp: true }];
    // Checking a payment whose payment page is still open would change nothing.
    if (pages.find(page => page.ref === ref)?.state === 'open') return [];
    if (next_check_at === null) return [{ name: 'notice', job: { do: 'notice', ref }, isHelp: false }];
    return [{ name: 'sweep of the payment', job: { do: 'sweepPayment', paymentId: id, ref }, isHelp: true }];
  });
}

function byStation({ station }: World, { rows }: Known): Beginning[] {
  const [session] = rows.sessions;
  if (!session || session.state === 'completed' || station.state === 'armed') return [];
  const { id: sessionId, start_id: authorizationReference } = session;
  const found: Beginning[] = [];
  if (session.next_check_at !== null && (station.state !== 'idle' || station.hasTombstone))
    found.push({ name: 'sweep of the session', job: { do: 'sweepSession', sessionId, authorizationReference }, isHelp: true });
  if (session.state === 'stopping' && session.review !== null)
    found.push({ name: 'a person bills', job: { do: 'decide', sessionId }, isHelp: true });
  if (station.state === 'idle') return found;
  found.push({ name: 'station reports', job: { do: 'report', authorizationReference, station }, isHelp: false });
  if (station.state !== 'charging')
    found.push({
      name: 'station reports late',
      job: { do: 'report', authorizationReference, station: { ...station, state: 'charging' } },
      isHelp: false,
    });
  return found;
}

const byOutbox = ({ rows }: Known): Beginning[] =>
  rows.outbox
    .filter(({ done_at }) => done_at === null)
    .map(({ id, kind, subject_id: subjectId, n }) => ({
      name: `outbox ${kind}`,
      job: { do: 'keep', id, kind, subjectId, n },
      isHelp: true,
    }));
