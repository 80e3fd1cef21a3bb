import { DAY_S, HOUR_S, MINUTE_S } from '../model/time.ts';

/** So often within so many seconds. */
export interface Rate {
  most: number;
  withinS: number;
}

/**
 * How much one stranger may ask for, and why so much. A network is an IPv4 address or an IPv6 /64: behind one there may be a
 * household, or half the customers of a mobile carrier. So limits by network count what ordinary drivers hardly ever do, and
 * never what has been paid for. Reasons and measurements: docs/decisions/0017-limits-that-bind.md.
 */
export const LIMITS = {
  /**
   * Of all live views of a process (`MOST_STREAMS`), so many may go to one network. A page has one, a mobile carrier has thousands
   * of customers behind an address, and behind a proxy that is not believed there is everybody: so it is a share that leaves
   * room for others, not a number of drivers. Whoever gets none asks again every few seconds instead.
   */
  streamsShare: 0.1,
  /** An address can be invented, but five plugs in an hour are more than anybody needs. */
  freeStartsPerEmail: { most: 5, withinS: HOUR_S },
  /** Without an e-mail address nothing else tells two visitors apart. */
  freeStartsWithoutEmail: { most: 5, withinS: HOUR_S },
  /** Free starts to which nobody plugged in a vehicle: each keeps a plug busy for three minutes. Real charging does not count. */
  idleFreeStartsPerNetwork: { most: 10, withinS: HOUR_S },
  /** Payment pages on which nobody has paid. Forty at once would be forty drivers of one carrier typing in their cards. */
  unpaidPagesPerNetwork: { most: 40, withinS: 15 * MINUTE_S },
  /** Sessions too small to be charged, of one card. A vehicle that gives up has three tries. */
  smallSessionsPerCard: { most: 3, withinS: DAY_S },
  /** The same with ever other cards. At less than 0.50 € each this is the most that a network gets for nothing in a day. */
  smallSessionsPerNetwork: { most: 20, withinS: DAY_S },
  /** Tries of the receipt search: one search tries three days. Four digits are few, so misses are what is limited. */
  searchesPerNetwork: { most: 30, withinS: 10 * MINUTE_S },
  /** From here on a searcher must know the charging point as well: many networks together, at one day of one brand. */
  searchesPerDay: { most: 300, withinS: HOUR_S },
  /** The same at one price of that day. */
  searchesPerPrice: { most: 5, withinS: HOUR_S },
  /** Devices that are told of one session: a phone, a vehicle, somebody else's, and some that were given up. */
  devicesPerSession: 5,
  /** Each is a row. Behind one network of a carrier many drivers may ask at once. */
  devicesPerNetwork: { most: 60, withinS: HOUR_S },
  /** Letters with receipts to addresses that somebody typed. A household or an office hands in what it has once a month. */
  forwardsPerNetwork: { most: 20, withinS: HOUR_S },
  /**
   * Ways to the account of a company, and what does not open the console: each is a row. A whole office comes in the morning, from
   * one network. A link that is right opens all the same.
   */
  signInsPerNetwork: { most: 60, withinS: 15 * MINUTE_S },
  /** Numbers that are looked up in a foreign register for a company's invoice. Whoever mistypes one does so a few times. */
  vatChecksPerSession: 10,
  /** Each is a call to a station, and a person is told of those that fail. */
  unlocksPerSession: 10,
  /** Wrong codes of stations' screens. Whoever mistypes an address does so a few times. */
  codesPerNetwork: { most: 20, withinS: MINUTE_S },
  /** The same at one plug; right ones are never refused for it. */
  codesPerEvse: { most: 200, withinS: MINUTE_S },
  /** Wrong tokens of the command line over HTTP. The right one is never refused. */
  wrongTokensPerNetwork: { most: 20, withinS: MINUTE_S },
} as const satisfies Readonly<Record<string, Rate | number>>;
