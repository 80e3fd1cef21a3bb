import type { Hold } from '../../../server/core/ports/ports.ts';
import type { Job } from './jobs.ts';
import type { Call } from './player.ts';
import { type StationFacts, sessionOf } from './station.ts';

/** A payment page at the payment provider, with the hold that was paid on it. */
export interface Page {
  ref: string;
  paymentId: string;
  amountMinor: number;
  state: Hold['state'];
  capturedMinor: number;
  /** True if a visitor has received the URL of the page. */
  isShown: boolean;
  /** True if the hold expires so soon that charging must not begin. */
  isShort: boolean;
}

/**
 * Response to a call. `silence`: no response arrives. `error`: a definite error, which the payment provider stores under the
 * idempotency key.
 */
export type CallAnswer = { value: unknown } | 'silence' | 'error';

/** One of the app's functions that is running. */
export interface Flight {
  job: Job;
  /** Number of the log with the results that the function has received so far. */
  log: number;
  /** The pending request to the payment provider or the station; null: the next step uses the database. */
  call: Call | null;
  /** The response to `call` that has arrived; null if none has arrived. */
  answer: CallAnswer | null;
}

/** How many events of each kind may still happen to the order. */
export interface Budget {
  clicks: number;
  /** Further submissions of the order form, with a different amount. */
  others: number;
  cancelOrder: number;
  cancelStart: number;
  stop: number;
  /** Lost responses, refused calls, and calls that arrive after their caller has stopped waiting. */
  faults: number;
  crashes: number;
  /** Starts that the station refuses temporarily. */
  refusals: number;
  /** Payments that succeed although the page has just been closed. */
  lastMoments: number;
  /** Holds that expire so soon that charging must not begin. */
  shortHolds: number;
}

export interface World {
  database: number;
  pages: readonly Page[];
  /**
   * Idempotency keys that have been used. 'error': the stored response is an error. 'done': the call was executed. A call with a
   * used key is not executed again.
   */
  spent: Readonly<Record<string, 'error' | 'done'>>;
  station: StationFacts;
  flights: readonly Flight[];
  /** Calls that were in transit when the process died or when their caller stopped waiting. They may still arrive. */
  ghosts: readonly Call[];
  left: Budget;
}

export interface Rules {
  /** Rule 1: a station refuses a start that was cancelled before. */
  tombstone: boolean;
  /** Rule 2: only a definite response of the station releases a hold. */
  definiteAnswers: boolean;
  /** Rule 3: the app reads a payment page again after it was closed. */
  closedPages: boolean;
  /** Rule 4: the app chooses the idempotency keys and repeats a call with the same key. */
  ownKeys: boolean;
  /**
   * Rule 5 (docs/decisions/0035): the payment provider reports when a hold expires, and charging does not begin on a hold that
   * expires soon.
   */
  lastingHolds: boolean;
}

/**
 * Executes a call that arrives at the payment provider or the station.
 * @returns the changed world and the response
 */
export function arrive(world: World, call: Call, rules: Rules): { world: World; answer: CallAnswer } {
  const act = call.to === 'payments' ? PROVIDER[call.step] : STATION[call.step];
  if (!act) throw new Error(`Nobody answers ${call.step}`);
  return act(world, call, rules);
}

type Act = (world: World, call: Call, rules: Rules) => { world: World; answer: CallAnswer };

/** Expiry of a short hold: a time in the past, so every check finds that it is too soon. */
const SOON = new Date(0);

const truthOf = ({ ref, state, amountMinor, capturedMinor, isShort }: Page, { lastingHolds }: Rules): Hold => ({
  ref,
  state,
  currency: 'EUR',
  capturedMinor,
  refundedMinor: 0,
  isDisputed: false,
  captureBefore: isShort && lastingHolds ? SOON : null,
  authorisedMinor: state === 'open' || state === 'expired' ? 0 : amountMinor,
  cardDigits: ['4242'],
  cardBrand: 'visa',
  cardFingerprint: null,
});

const pageOf = ({ pages }: World, { request }: Call): Page => {
  const page = pages.find(({ ref }) => ref === request.ref);
  if (!page) throw new Error('No such page');
  return page;
};

export const withPage = (world: World, ref: string, changes: Partial<Page>): World => ({
  ...world,
  pages: world.pages.map(page => (page.ref === ref ? { ...page, ...changes } : page)),
});

/** Executes a call only once per idempotency key. After an error, a repeated call gets the same error again. */
const keyed =
  (act: (page: Page) => Partial<Page>): Act =>
  (world, call, rules) => {
    const key = String(call.request.key);
    if (world.spent[key] === 'error') return { world, answer: 'error' };
    const page = pageOf(world, call);
    const changes = world.spent[key] === 'done' ? {} : act(page);
    const changed = { ...withPage(world, page.ref, changes), spent: { ...world.spent, [key]: 'done' as const } };
    return { world: changed, answer: { value: truthOf({ ...page, ...changes }, rules) } };
  };

const PROVIDER: Readonly<Record<string, Act>> = {
  authorise(world, { request }) {
    const key = String(request.key);
    if (world.spent[key] === 'error') return { world, answer: 'error' };
    const ref = `ref:${key}`;
    const answer = { value: { ref, url: `https://pay.example/${ref}` } };
    if (world.pages.some(page => page.ref === ref)) return { world, answer };
    const page: Page = {
      ref,
      paymentId: String(request.paymentId),
      amountMinor: Number(request.amountMinor),
      state: 'open',
      capturedMinor: 0,
      isShown: false,
      isShort: false,
    };
    return { world: { ...world, pages: [...world.pages, page] }, answer };
  },
  read: (world, call, rules) => ({ world, answer: { value: truthOf(pageOf(world, call), rules) } }),
  capture: (world, call, rules) =>
    keyed(({ state }) => (state === 'authorised' ? { state: 'captured', capturedMinor: Number(call.request.amountMinor) } : {}))(
      world,
      call,
      rules,
    ),
  release: keyed(({ state }) => {
    if (state === 'open') return { state: 'expired' };
    return state === 'authorised' ? { state: 'released' } : {};
  }),
  close: keyed(({ state }) => (state === 'open' ? { state: 'expired' } : {})),
};

export const withStation = (world: World, changes: Partial<StationFacts>): World => ({
  ...world,
  station: { ...world.station, ...changes },
});

const STATION: Readonly<Record<string, Act>> = {
  start(world) {
    const { state, hasTombstone } = world.station;
    if (hasTombstone) return { world, answer: { value: 'refused' } };
    return { world: state === 'idle' ? withStation(world, { state: 'armed' }) : world, answer: { value: 'accepted' } };
  },
  cancelStart(world, _call, { tombstone }) {
    const { state } = world.station;
    if (state !== 'idle' && state !== 'armed') return { world, answer: { value: 'already-started' } };
    return { world: withStation(world, { state: 'idle', hasTombstone: tombstone }), answer: { value: 'cancelled' } };
  },
  stop(world) {
    if (world.station.state !== 'charging') return { world, answer: { value: 'already-stopped' } };
    return { world: withStation(world, { state: 'ended' }), answer: { value: 'accepted' } };
  },
  read: (world, { request }) => ({ world, answer: { value: sessionOf(String(request.authorizationReference), world.station) } }),
};
