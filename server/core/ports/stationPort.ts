import type { Battery, PlugState } from '../../../shared/charging/session.ts';
import type { Currency, Money } from '../../../shared/model/money.ts';
import type { VatGroup } from '../../../shared/model/tariff.ts';

/** One meter reading. Energy since the session began. */
export interface MeterReading {
  at: Date;
  energyWh: number;
  powerW: number;
  /** False while the vehicle requests no power. Only this time counts as parking time (OCPI 2.3.0 errata). */
  isCharging: boolean;
}

/** A signed record, byte for byte as the meter sent it. */
export interface SignedValue {
  /** 'OCMF', 'ALFEN', 'EDL_40_P', … */
  format: string;
  context: 'Transaction.Begin' | 'Transaction.End' | null;
  data: string;
  /** SPKI as hex. Null: the station does not report the key. */
  publicKey: string | null;
}

export type StationState = 'waiting' | 'charging' | 'paused' | 'ended' | 'refused' | 'cancelled';

/** The state of one start at a station. */
export interface StationSession {
  authorizationReference: string;
  state: StationState;
  startedAt: Date | null;
  endedAt: Date | null;
  /** Readings in order of time. A report may contain only the new ones. */
  readings: readonly MeterReading[];
  signedValues: readonly SignedValue[];
  /** The battery as the vehicle reports it. Absent if the station reports none, or nothing new. */
  battery?: Battery;
  /** True if the last meter value has arrived. The bill is issued only then. */
  isFinal: boolean;
  /** Upper limit of the energy that flowed before the first meter value of the bill, and that is not billed. Absent: unknown. */
  unbilledWh?: number;
  /** The CDR, in the last report of a source that sends CDRs. */
  account?: Cdr;
  /** Set if the station had accepted a stop and then did not stop charging. */
  isStopRefused?: true;
}

/** The charge detail record of a source (OCPI 2.2.1 §10). The record is compared with our bill before the capture. */
export interface Cdr {
  /** The id of the CDR at the source. */
  reference: string;
  /** ISO 4217. */
  currency: string;
  /**
   * Total in millionths of the currency unit. `gross` null: the CDR contains no taxes. Null: the total is not the driver's
   * price.
   */
  total: { net: number; gross: number | null } | null;
  /** The tariffs of the CDR by their ids in the catalogue, without the suffix that the import adds. Empty: the CDR names none. */
  tariffIds: readonly string[];
  startedAt: Date;
  endedAt: Date;
  energyWh: number;
  /** The source's invoice number, if the source issues the invoice by agreement. Null: we issue the invoice. */
  invoiceReference: string | null;
}

/** A later change of a CDR: fully credited, credited in a way that cannot be interpreted, or followed by a second CDR. */
export type CdrUpdate = 'reversed' | 'unclear' | 'another';

/**
 * The address of a connector in the terms of its source. The charging point has this address. Each session stores a copy at the
 * start, so that a session can be stopped even if the point changes.
 */
export interface StationAddress {
  /** The adapter: 'simulator', 'ocpi:' with the connection, or 'ocpp'. */
  source: string;
  evseId: string;
  /** OCPI connector id. */
  connector: string;
  /** OCPI 2.2.1 §8.3.1: the party, and the ids of location and EVSE, in the spelling of the source. */
  countryCode: string;
  partyId: string;
  locationId: string;
  evseUid: string;
  /** OCPP: the identity of the charging station, and the numbers of EVSE and connector, from 1. Null for other sources. */
  chargePoint: { id: string; evse: number; connector: number } | null;
  /** Properties of the connector that the source reports with the point, known before any request to the station. */
  plug?: { isDc: boolean; canUnlock: boolean; powerW?: number };
}

/** The fields of every call about one start. */
export interface StationCall {
  /** Our reference: at most 20 characters A–Z and 0–9, never reused (OCPP 1.6 idTag; OCPI `authorization_reference`). */
  authorizationReference: string;
  address: StationAddress;
}

export interface StationStart extends StationCall {
  /** Maximum cost of the session, for stations that can stop on their own. Null for free charging. */
  limitMinor: number | null;
  /** Currency of the limit. Absent: no limit. */
  currency?: Currency;
  /** Text about the tariff for signed records (OCMF field TT), at most 250 characters. */
  tariffText: string | null;
  /** The price as a sentence in the driver's language, for stations with a screen. At most 512 characters. Absent: none. */
  priceText?: { language: string; text: string } | null;
}

/** The capabilities of a connector. Read from memory, so that every page and every report can call this method. */
export interface StationCapabilities {
  /** False: the station is unreachable at the moment, so the connector is not sold. */
  isReachable: boolean;
  /** Interval of meter values in seconds. Determines how current a running price is. */
  meterIntervalS: number;
  /** False: the station may execute a start after its cancellation, so the hold stays for a grace period. */
  rejectsCancelledStarts: boolean;
  /** True if `unlock` has an effect. */
  canUnlock: boolean;
  /** Usual time from the end of charging to the last meter value, in seconds. If the value arrives later, an alert is raised. */
  lastValueWithinS: number;
  /** True if the source receives the payment result (OCPI 2.3.0 Payments). */
  receivesPaymentAdvice: boolean;
}

/** The final payment of a session. Amounts in minor units, gross. */
export interface SettledPayment {
  /** The same in every repetition of the call. */
  id: string;
  at: Date;
  currency: Currency;
  billedMinor: number;
  /** 0: no amount could be captured. */
  capturedMinor: number;
  /** The VAT of the captured amount. */
  vat: readonly VatGroup[];
  cardBrand: string | null;
  cardDigits: string | null;
}

/** The result of checking a code from a station's screen. `slot`: the time span in which the code is valid. */
export type CodeVerdict = { is: 'valid'; slot: number } | { is: 'old'; minutes: number } | { is: 'wrong' } | { is: 'unknown' };

/** Stations with codes that change continuously, so that a sticker over the code is useless (OCPP 2.1, use case C25). */
export interface StationCodes {
  /** 'unknown': the station shows no codes, or cannot be checked now. Called whenever the address of a code is opened. */
  checkCode(request: { address: StationAddress; password: string; version: string }): Promise<CodeVerdict>;
  /** Reports that a payment is in progress, so that the station starts no other session for this time. Delivery is optional. */
  sendPaymentStarted(request: { address: StationAddress; timeoutS: number }): Promise<void>;
}

/**
 * Charging stations. A result other than 'unknown' is certain. After 'unknown' the call may have arrived or not: the caller
 * repeats the call or queries the state. An adapter that must not send a start twice answers a repeated start by a query. A
 * station that does not respond never causes a rejection.
 */
export interface Stations extends Partial<StationCodes> {
  start(request: StationStart): Promise<'accepted' | 'refused' | 'unknown'>;
  /**
   * After 'cancelled' the station refuses a later start with this reference if `rejectsCancelledStarts` is true. 'never-starts':
   * the start was certainly refused or never sent, so no grace period is necessary.
   */
  cancelStart(request: StationCall): Promise<'cancelled' | 'never-starts' | 'already-started' | 'unknown'>;
  /** 'refused': charging certainly continues. The page shows the driver how to stop at the station. */
  stop(request: StationCall): Promise<'accepted' | 'already-stopped' | 'refused' | 'unknown'>;
  /** Unlocks the cable after the session, if `canUnlock` is true. */
  unlock(request: StationCall): Promise<'unlocked' | 'refused' | 'unknown'>;
  /** Sends the current cost to a station with a screen. Does not wait, and the message may be lost. */
  showCost?(request: StationCall & { cost: Money }): void;
  /** Repeated until delivered. 'unknown': possibly not delivered. 'refused': the source certainly refuses this payment. */
  sendPaymentAdvice(request: StationCall & { payment: SettledPayment }): Promise<'told' | 'refused' | 'unknown'>;
  /** Readings later than `since`, all if `since` is null. Null: the start is unknown, or the source is unreachable. */
  read(request: StationCall & { since: Date | null }): Promise<StationSession | null>;
  capabilities(address: StationAddress): StationCapabilities;
  /** Resolves if the source of the stations is reachable, as far as known without a station. Otherwise rejects. */
  health(): Promise<void>;
}

/** Receives the reports of stations. */
export interface StationListener {
  report(authorizationReference: string, station: StationSession): Promise<void>;
  reportPlug(request: PlugStatus): Promise<void>;
  /**
   * Reports a change of a reported CDR.
   * @param news.reference id of the credit CDR or of the second CDR
   */
  reportCdr(authorizationReference: string, changes: { kind: CdrUpdate; reference: string }): Promise<void>;
}

export interface PlugStatus {
  evseId: string;
  connector: string;
  state: PlugState;
}

/** A problem with a session that cannot be reported through its start. */
export type SessionAnomaly =
  | 'a second session of one start'
  | 'a session of one start at another plug'
  | 'a session without a start of ours'
  | 'a connection sends more than it may'
  | 'a station gives no usable meter value at the start'
  | 'a CDR cannot be read'
  | 'a message about a session cannot be read';

/** For sources that receive sessions from another system. */
export interface AnomalyListener {
  /**
   * Raises one alert per session. `session` is the session's id at the source. With a `connection` and without a start of ours,
   * at most one alert per connection is open, and at most one is raised a day, because a peer can invent any number of sessions.
   */
  reportAnomaly(request: {
    why: SessionAnomaly;
    authorizationReference: string | null;
    session: string;
    connection?: string;
  }): Promise<void>;
}

/** For sources at which stations authenticate. */
export interface RefusalListener {
  /** A permitted station is refused repeatedly. `since` identifies the series. One alert is raised per series. */
  reportRefusals(options: { station: string; since: Date; reason: string }): Promise<void>;
  /** The station has connected, so the alert is closed. */
  endRefusals(options: { station: string }): Promise<void>;
}

/** For sources whose connections represent OCPI parties. */
export interface ClaimListener {
  /**
   * `claims`: the parties that wait for a decision, each with its current connection. Empty: none. `since`: epoch milliseconds
   * of the last claim.
   */
  reportClaims(claim: { connection: string; claims: string; since: number }): Promise<void>;
}
