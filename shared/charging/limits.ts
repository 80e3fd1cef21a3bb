import { DAY_S, HOUR_S, MINUTE_S } from '../model/time.ts';

/** A number of events within a number of seconds. */
export interface Rate {
  limit: number;
  withinS: number;
}

/**
 * Limits for visitors, each with its reason. A network is an IPv4 address or an IPv6 /64. One network may be a household or half
 * the customers of a mobile carrier. Limits by network therefore count what ordinary drivers rarely do, and never sessions that
 * are paid for. Reasons and measurements: docs/decisions/0017-limits-that-bind.md.
 */
export const LIMITS = {
  /**
   * The share of the live views of a process (`MAX_STREAMS`) that one network may use. A page has one live view. A mobile
   * carrier has thousands of customers behind one address, and behind an untrusted proxy all visitors share one. A page without
   * a live view polls every few seconds.
   */
  streamsShare: 0.1,
  /** An e-mail address can be invented, but no driver needs more than five plugs in an hour. */
  freeStartsPerEmail: { limit: 5, withinS: HOUR_S },
  /** Without an e-mail address, nothing else distinguishes two visitors. */
  freeStartsWithoutEmail: { limit: 5, withinS: HOUR_S },
  /** Free starts without a connected vehicle. Each one blocks a plug for three minutes. Starts with a vehicle do not count. */
  idleFreeStartsPerNetwork: { limit: 10, withinS: HOUR_S },
  /**
   * Open payment pages without a payment. The limit allows forty drivers of one carrier to enter their cards at the same time.
   */
  unpaidPagesPerNetwork: { limit: 40, withinS: 15 * MINUTE_S },
  /**
   * Sessions of one card below the smallest amount that the provider charges. The limit allows three attempts for a vehicle that
   * stops at once.
   */
  smallSessionsPerCard: { limit: 3, withinS: DAY_S },
  /**
   * The same for a network that uses different cards. At less than 0.50 € each, this limits what a network can get for free in a
   * day.
   */
  smallSessionsPerNetwork: { limit: 20, withinS: DAY_S },
  /** Attempts of the receipt search. One search tries three days. Four digits are few, so the limit counts misses. */
  searchesPerNetwork: { limit: 30, withinS: 10 * MINUTE_S },
  /** Above this number of misses for one brand and day, from all networks together, the search requires the charging point. */
  searchesPerDay: { limit: 300, withinS: HOUR_S },
  /** The same for one price on that day. */
  searchesPerPrice: { limit: 5, withinS: HOUR_S },
  /** Devices with push messages for one session: several phones, a vehicle, and some that are no longer in use. */
  devicesPerSession: 5,
  /** Each subscription is a database row. Many drivers of one carrier may subscribe at the same time. */
  devicesPerNetwork: { limit: 60, withinS: HOUR_S },
  /** E-mails with receipts to an address that a visitor typed. A household or an office sends its receipts about once a month. */
  forwardsPerNetwork: { limit: 20, withinS: HOUR_S },
  /**
   * Sign-ins at a company's identity provider and invalid sign-in links. Each is a database row. A whole office may sign in from
   * one network in the morning. A valid link always works.
   */
  signInsPerNetwork: { limit: 60, withinS: 15 * MINUTE_S },
  /** Queries of a company's VAT number in a foreign register. A buyer mistypes a number a few times at most. */
  vatChecksPerSession: 10,
  /** Each attempt is a command to a station, and staff receive an alert about failed ones. */
  unlocksPerSession: 10,
  /** Wrong codes of station screens. A driver mistypes an address a few times at most. */
  codesPerNetwork: { limit: 20, withinS: MINUTE_S },
  /** The same for one plug. A correct code is never refused. */
  codesPerEvse: { limit: 200, withinS: MINUTE_S },
  /** Wrong tokens of the operator API. The correct token is never refused. */
  wrongTokensPerNetwork: { limit: 20, withinS: MINUTE_S },
} as const satisfies Readonly<Record<string, Rate | number>>;
