import type { Battery, PlugState } from '../../../shared/charging/session.ts';
import type { Currency, Money } from '../../../shared/model/money.ts';
import type { VatGroup } from '../../../shared/model/tariff.ts';

/** One meter reading. The energy is counted since the session began. */
export interface MeterReading {
  at: Date;
  energyWh: number;
  powerW: number;
  /** False if the vehicle requests no power. Only such time counts as parking time (OCPI 2.3.0 errata). */
  isCharging: boolean;
}

/** A signed meter record, byte for byte as the meter sent it. */
export interface SignedValue {
  /** Format of the record, such as 'OCMF', 'ALFEN' or 'EDL_40_P'. */
  format: string;
  context: 'Transaction.Begin' | 'Transaction.End' | null;
  data: string;
  /** Public key of the meter: SPKI in hex. Null: the station does not report it. */
  publicKey: string | null;
}

export type StationState = 'waiting' | 'charging' | 'paused' | 'ended' | 'refused' | 'cancelled';

/** State of one start at a station, as the station source reports it. */
export interface StationSession {
  authorizationReference: string;
  state: StationState;
  startedAt: Date | null;
  endedAt: Date | null;
  /** Meter readings in order of time. A report may contain only the readings since the previous report. */
  readings: readonly MeterReading[];
  signedValues: readonly SignedValue[];
  /** State of the vehicle's battery. Absent: not reported, or unchanged. */
  battery?: Battery;
  /** True if the last meter value has arrived. Until then the bill is not issued. */
  isFinal: boolean;
  /**
   * Maximum energy in Wh that may have flowed before the first meter value of the bill, and is therefore not billed. Absent:
   * unknown.
   */
  unbilledWh?: number;
  /** The CDR of the session. Set only in the last report of a station source that sends CDRs. */
  cdr?: Cdr;
  /** Set if the station accepted a request to stop but did not stop charging. */
  isStopRefused?: true;
}

/** Charge detail record of a station source (OCPI 2.2.1 §10). It is compared with our bill before the money is captured. */
export interface Cdr {
  /** Id of the CDR at the station source. */
  reference: string;
  /** Currency code of ISO 4217. */
  currency: string;
  /** Total of the CDR in millionths of the currency unit. `gross` null: without taxes. Null: not a price for drivers. */
  total: { net: number; gross: number | null } | null;
  /** Tariff ids in the CDR, as in the catalogue but without the suffix that the import adds. Empty: the CDR names none. */
  tariffIds: readonly string[];
  startedAt: Date;
  endedAt: Date;
  energyWh: number;
  /** Number of the invoice, if the CPO invoices the driver by agreement. Null: the app issues the invoice. */
  invoiceReference: string | null;
}

/**
 * Later change of a CDR: 'reversed' by a full credit, 'unclear' because the credit cannot be interpreted, or 'another' CDR for
 * the same start.
 */
export type CdrUpdate = 'reversed' | 'unclear' | 'another';

/**
 * Address of a connector at its station source. Each session stores a copy at its start, so that the session can be stopped even
 * if the address of the charging point changes later.
 */
export interface StationAddress {
  /** Name of the station source: 'simulator', 'ocpp', or 'ocpi:' with the name of the connection. */
  source: string;
  evseId: string;
  /** Id of the connector in OCPI. */
  connector: string;
  /** Party, and ids of location and EVSE, as the station source spells them (OCPI 2.2.1 §8.3.1). */
  countryCode: string;
  partyId: string;
  locationId: string;
  evseUid: string;
  /**
   * Only for OCPP: identity of the charging station, and the numbers of EVSE and connector, counted from 1. Null for OCPI and
   * the simulator.
   */
  chargePoint: { id: string; evse: number; connector: number } | null;
  /**
   * Properties of the connector that the station source reports with the point, so that they are known without asking the
   * station.
   */
  plug?: { isDc: boolean; canUnlock: boolean; powerW?: number };
}

/** Fields of every call about one start. */
export interface StationCall {
  /**
   * Our id of the start: at most 20 characters A–Z and 0–9, never reused (idTag of OCPP 1.6, `authorization_reference` of OCPI).
   */
  authorizationReference: string;
  address: StationAddress;
}

export interface StationStart extends StationCall {
  /** Maximum cost of the session in minor units, for stations that can stop by themselves. Null for free charging. */
  limitMinor: number | null;
  /** Currency of `limitMinor`. Absent: no limit. */
  currency?: Currency;
  /** Tariff text that the meter adds to its signed records (OCMF field TT), at most 250 characters. Null: none. */
  tariffText: string | null;
  /** Price in words for the station's screen, in the driver's language. At most 512 characters. Absent or null: none. */
  priceText?: { language: string; text: string } | null;
}

/** Capabilities of a connector. They are kept in memory, so that every page and every report can read them. */
export interface StationCapabilities {
  /** False if the station is unreachable at the moment. The connector is then not offered. */
  isReachable: boolean;
  /** Number of seconds between two meter values. The displayed cost is at most this old. */
  meterIntervalS: number;
  /** False if the station may execute a start after its cancellation. The hold is then kept for a grace period. */
  rejectsCancelledStarts: boolean;
  /** True if the station executes `unlock`. */
  canUnlock: boolean;
  /** Usual number of seconds from the end of charging to the last meter value. If the value arrives later, an alert is raised. */
  lastValueWithinS: number;
  /** True if the station source wants to know the result of the payment (OCPI 2.3.0, module Payments). */
  receivesPaymentAdvice: boolean;
}

/** Final payment of a session. Amounts are gross, in minor units. */
export interface SettledPayment {
  /** Id of the message, the same in every repetition of the call. */
  id: string;
  at: Date;
  currency: Currency;
  billedMinor: number;
  /** Captured amount. 0 if nothing could be captured. */
  capturedMinor: number;
  /** VAT contained in the captured amount. */
  vat: readonly VatGroup[];
  cardBrand: string | null;
  cardDigits: string | null;
}

/** Result of checking a QR code. `slot`: time slot in which it is valid. 'old': the station showed it `minutes` ago. */
export type CodeVerdict = { is: 'valid'; slot: number } | { is: 'old'; minutes: number } | { is: 'wrong' } | { is: 'unknown' };

/** Stations that show a QR code which changes all the time, so that a sticker over it is useless (OCPP 2.1, use case C25). */
export interface StationCodes {
  /** Checks the QR code whose URL a visitor opened. 'unknown': the station shows no QR code, or cannot be asked now. */
  checkCode(request: { address: StationAddress; password: string; version: string }): Promise<CodeVerdict>;
  /** Tells the station that a driver is paying, so that it starts no other session for `timeoutS`. May be lost. */
  sendPaymentStarted(request: { address: StationAddress; timeoutS: number }): Promise<void>;
}

/**
 * Calls to charging stations. Every result except 'unknown' is certain. 'unknown': the station may or may not have received the
 * call, so the caller repeats the call or queries the state. If a protocol forbids sending a start twice, the adapter queries
 * the state instead. If a station does not respond, the promise does not reject.
 */
export interface Stations extends Partial<StationCodes> {
  start(request: StationStart): Promise<'accepted' | 'refused' | 'unknown'>;
  /**
   * Cancels a start. 'cancelled': if `rejectsCancelledStarts` is true, the station will refuse to start with this reference
   * later. 'never-starts': the start was refused or never sent, so no grace period is necessary.
   */
  cancelStart(request: StationCall): Promise<'cancelled' | 'never-starts' | 'already-started' | 'unknown'>;
  /** Stops charging. 'refused': charging continues, so the page tells the driver how to stop at the station. */
  stop(request: StationCall): Promise<'accepted' | 'already-stopped' | 'refused' | 'unknown'>;
  /** Unlocks the cable after the session, if `canUnlock` is true. */
  unlock(request: StationCall): Promise<'unlocked' | 'refused' | 'unknown'>;
  /** Sends the current cost to the screen of the station. Does not wait for a response, and the message may be lost. */
  showCost?(request: StationCall & { cost: Money }): void;
  /** Sends the result of the payment. The caller repeats 'unknown' (possibly not delivered), but not 'refused'. */
  sendPaymentAdvice(request: StationCall & { payment: SettledPayment }): Promise<'sent' | 'refused' | 'unknown'>;
  /** Reads the meter readings after `since` (null: all). Null: the start is unknown, or the station source is unreachable. */
  read(request: StationCall & { since: Date | null }): Promise<StationSession | null>;
  capabilities(address: StationAddress): StationCapabilities;
  /** Resolves if the station source is reachable, as far as this is known without asking a station. Otherwise rejects. */
  health(): Promise<void>;
}

/** Receives the reports of stations. */
export interface StationListener {
  report(authorizationReference: string, station: StationSession): Promise<void>;
  reportPlug(request: PlugStatus): Promise<void>;
  /**
   * Reports that a CDR has changed.
   * @param changes.reference id of the credit CDR or of the second CDR
   */
  reportCdr(authorizationReference: string, changes: { kind: CdrUpdate; reference: string }): Promise<void>;
}

export interface PlugStatus {
  evseId: string;
  connector: string;
  state: PlugState;
  /** Error code of the station, and the code of its vendor after a space: 'GroundFailure E-214'. Absent or null: no fault. */
  fault?: string | null;
}

/** A problem with a session, for example a report that cannot be matched to one start. */
export type SessionAnomaly =
  | 'a second session of one start'
  | 'a session of one start at another plug'
  | 'a session without a start of ours'
  | 'a connection sends more than it may'
  | 'a station gives no usable meter value at the start'
  | 'a CDR cannot be read'
  | 'a message about a session cannot be read';

/** For station sources that receive sessions from another system. */
export interface AnomalyListener {
  /**
   * Raises one alert per session. `session`: id of the session at the station source. If the app did not start the session, at
   * most one alert per `connection` is open and one a day is raised, because a CPO's platform could invent any number of
   * sessions.
   */
  reportAnomaly(request: {
    why: SessionAnomaly;
    authorizationReference: string | null;
    session: string;
    connection?: string;
  }): Promise<void>;
}

/** For station sources that authenticate their stations. */
export interface RefusalListener {
  /** Reports that a known station is refused repeatedly. `since` identifies the series of refusals, which raises one alert. */
  reportRefusals(options: { station: string; since: Date; reason: string }): Promise<void>;
  /** Reports that the station has connected, which closes the alert. */
  endRefusals(options: { station: string }): Promise<void>;
}

/** For station sources whose connections represent OCPI parties. */
export interface ClaimListener {
  /**
   * Reports that a connection claims parties that another connection already represents. `claims`: the parties that wait for a
   * decision of staff, each with its current connection; empty: none. `since`: epoch milliseconds of the last claim.
   */
  reportClaims(claim: { connection: string; claims: string; since: number }): Promise<void>;
}
