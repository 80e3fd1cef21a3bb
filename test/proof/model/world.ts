import type { Hold } from '../../../server/core/ports/ports.ts';
import type { Job } from './jobs.ts';
import type { Call } from './player.ts';
import { type StationFacts, sessionOf } from './station.ts';

/** A payment page at the provider, and the hold behind it. */
export interface Page {
  ref: string;
  paymentId: string;
  amountMinor: number;
  state: Hold['state'];
  capturedMinor: number;
  /** A visitor has received the address of the page. */
  isShown: boolean;
  /** The hold lapses too soon for charging to begin. */
  isShort: boolean;
}

/** `silence`: no response. `error`: a definite error, which the provider stores under the key. */
export type CallAnswer = { value: unknown } | 'silence' | 'error';

/** One running function of the product. */
export interface Flight {
  job: Job;
  /** Number of the log with the results that the function has received. */
  log: number;
  /** The pending request to another system. Null: the next step uses the database. */
  call: Call | null;
  /** The response to `call`, or null while there is none. */
  answer: CallAnswer | null;
}

/** How often each kind of event may still happen to an order. */
export interface Budget {
  clicks: number;
  /** Submits of the form with another amount. */
  others: number;
  cancelOrder: number;
  cancelStart: number;
  stop: number;
  /** Lost responses, refused calls, and calls whose caller has stopped waiting. */
  faults: number;
  crashes: number;
  /** Starts that the station refuses temporarily. */
  refusals: number;
  /** Payments that succeed although the page was just closed. */
  lastMoments: number;
  /** Holds that lapse too soon for charging to begin. */
  shortHolds: number;
}

export interface World {
  database: number;
  pages: readonly Page[];
  /** Keys whose stored response is an error, and keys that have acted. Neither kind acts again. */
  spent: Readonly<Record<string, 'error' | 'done'>>;
  station: StationFacts;
  flights: readonly Flight[];
  /** Calls that were in transit when the process died or when the caller stopped waiting. */
  ghosts: readonly Call[];
  left: Budget;
}

export interface Rules {
  /** Rule 1: a station refuses a start that it has cancelled. */
  tombstone: boolean;
  /** Rule 2: only a definite response of the station releases a hold. */
  definiteAnswers: boolean;
  /** Rule 3: closed pages are read again. */
  closedPages: boolean;
  /** Rule 4: the product chooses the keys, and repeats a call with the same key. */
  ownKeys: boolean;
  /** docs/decisions/0035: the provider reports when a hold lapses, and no charging begins on a hold that lapses soon. */
  lastingHolds: boolean;
}

/**
 * A call arrives.
 * @returns the changed world and the response
 */
export function arrive(world: World, call: Call, rules: Rules): { world: World; answer: CallAnswer } {
  const act = call.to === 'payments' ? PROVIDER[call.step] : STATION[call.step];
  if (!act) throw new Error(`Nobody answers ${call.step}`);
  return act(world, call, rules);
}

type Act = (world: World, call: Call, rules: Rules) => { world: World; answer: CallAnswer };

/** An instant that is too soon at any current time. */
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

/** A key acts once. A repeated call gets the same response again, errors included. */
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
