import { DAY_S, HOUR_S, MINUTE_S } from '../model/time.ts';

/** A number of events within a number of seconds. */
export interface Rate {
  limit: number;
  withinS: number;
}

/**
 * Limits against abuse by visitors. A network is an IPv4 address or an IPv6 /64. It may be a household or half the customers of
 * a mobile carrier, so limits per network count only what ordinary drivers rarely do, and never paid sessions. Measurements:
 * docs/decisions/0017-limits-that-bind.md.
 */
export const LIMITS = {
  /**
   * Share of a process's event streams (`MAX_STREAMS`) that one network may open. Each open page has one stream; a page without
   * a stream polls. Thousands of customers of a mobile carrier may share one address. Behind a proxy that the app does not
   * trust, all visitors do.
   */
  streamsShare: 0.1,
  /** Free sessions started with one e-mail address. No driver needs more than five plugs in an hour. */
  freeStartsPerEmail: { limit: 5, withinS: HOUR_S },
  /**
   * Free sessions started from one network without an e-mail address. Without an address, only the network distinguishes
   * visitors.
   */
  freeStartsWithoutEmail: { limit: 5, withinS: HOUR_S },
  /** Free sessions started without a vehicle connected, each of which blocks a plug for three minutes. */
  idleFreeStartsPerNetwork: { limit: 10, withinS: HOUR_S },
  /** Open payment pages without a payment. Forty drivers of one mobile carrier can enter their cards at the same time. */
  unpaidPagesPerNetwork: { limit: 40, withinS: 15 * MINUTE_S },
  /**
   * Sessions of one card that cost less than the payment provider's minimum and are therefore not charged. Three attempts are
   * allowed, because a vehicle may stop charging at once.
   */
  smallSessionsPerCard: { limit: 3, withinS: DAY_S },
  /**
   * Sessions of one network that are too small to be charged, with any cards. Each costs less than 0.50 €, so this limits the
   * energy that a network gets for free in a day.
   */
  smallSessionsPerNetwork: { limit: 20, withinS: DAY_S },
  /** Receipt searches without a result. The limit makes it slow to guess the four card digits; one search covers three days. */
  searchesPerNetwork: { limit: 30, withinS: 10 * MINUTE_S },
  /**
   * Receipt searches of all networks without a result for one brand and day. Above the limit, a search must include the EVSE ID.
   */
  searchesPerDay: { limit: 300, withinS: HOUR_S },
  /** Receipt searches without a result for one price on one day. Above the limit, a search must include the EVSE ID. */
  searchesPerPrice: { limit: 5, withinS: HOUR_S },
  /**
   * Devices that receive push messages about one session. A driver may have several phones, and some devices are no longer in
   * use.
   */
  devicesPerSession: 5,
  /**
   * Push subscriptions of one network. Each is a database row, and many drivers of one carrier may subscribe at the same time.
   */
  devicesPerNetwork: { limit: 60, withinS: HOUR_S },
  /** Requests for the public feed of points and prices. Readers ask every few seconds at most. */
  feedsPerNetwork: { limit: 60, withinS: MINUTE_S },
  /** Messages that wait for one plug. A row of waiting drivers at one plug is shorter. */
  noticesPerPlug: 20,
  /** Requested messages about free plugs of one network. Many drivers of one carrier may wait at the same time. */
  noticesPerNetwork: { limit: 60, withinS: HOUR_S },
  /** Requested messages about free plugs to one e-mail address, which may be the address of another person. */
  noticesPerEmail: { limit: 5, withinS: DAY_S },
  /** Fault reports of one network. A driver reports one fault, and many drivers of one carrier may stand at broken points. */
  faultsPerNetwork: { limit: 10, withinS: HOUR_S },
  /** Fault reports about one charging point. More reports tell staff nothing new. */
  faultsPerPoint: { limit: 20, withinS: HOUR_S },
  /** E-mails with receipts to an address that the visitor typed. A household or office sends its receipts about once a month. */
  forwardsPerNetwork: { limit: 20, withinS: HOUR_S },
  /**
   * Sign-ins at a company's identity provider, and invalid sign-in links. Each is a database row. A whole office may sign in
   * from one network in the morning. A valid sign-in link always works.
   */
  signInsPerNetwork: { limit: 60, withinS: 15 * MINUTE_S },
  /** Queries of a company's VAT ID at a tax authority. A buyer mistypes the VAT ID a few times at most. */
  vatChecksPerSession: 10,
  /** Requests of a program of the operator with one token of the API. */
  requestsPerToken: { limit: 200, withinS: 10 },
  /** Requests to unlock the cable. Each one is a command to the station, and failed ones raise an alert for staff. */
  unlocksPerSession: 10,
  /** Wrong QR codes of station screens from one network. A driver mistypes an address a few times at most. */
  codesPerNetwork: { limit: 20, withinS: MINUTE_S },
  /** Wrong QR codes for one plug from all networks. A correct QR code is never refused. */
  codesPerEvse: { limit: 200, withinS: MINUTE_S },
  /** Requests to the operator API with a wrong token. The correct token is never refused. */
  wrongTokensPerNetwork: { limit: 20, withinS: MINUTE_S },
} as const satisfies Readonly<Record<string, Rate | number>>;
