import type { Battery, PlugState } from '../../../shared/charging/session.ts';
import type { Currency, Money } from '../../../shared/model/money.ts';
import type { VatGroup } from '../../../shared/model/tariff.ts';

/** One reading of the meter: energy since the session began. */
export interface MeterReading {
  at: Date;
  energyWh: number;
  powerW: number;
  /** False while the vehicle asks for no power: only then parking time passes (OCPI 2.3.0 errata). */
  isCharging: boolean;
}

/** A signed record exactly as the meter gave it; never re-serialised. */
export interface SignedValue {
  /** 'OCMF', 'ALFEN', 'EDL_40_P', … */
  format: string;
  context: 'Transaction.Begin' | 'Transaction.End' | null;
  data: string;
  /** SPKI as hex; null when the station does not tell. */
  publicKey: string | null;
}

export type StationState = 'waiting' | 'charging' | 'paused' | 'ended' | 'refused' | 'cancelled';

/** What a station knows of one start. */
export interface StationSession {
  authorizationReference: string;
  state: StationState;
  startedAt: Date | null;
  endedAt: Date | null;
  /** Readings in order of time; a report may carry only the new ones. */
  readings: readonly MeterReading[];
  signedValues: readonly SignedValue[];
  /** What the vehicle tells of its battery; left out where the station does not tell, and where it tells nothing new. */
  battery?: Battery;
  /** The last meter value has arrived: only then a bill is made. */
  isFinal: boolean;
  /** At most so much flowed before the value that it is billed from; left out: nothing is known of it. */
  unbilledWh?: number;
  /** With the last word of a source that accounts for sessions itself. */
  account?: Cdr;
  /** Told of a stop that was accepted at first: the station has not carried it out, and charges on. */
  isStopRefused?: true;
}

/** A session as its source accounts for it, held against our bill before money is taken. OCPI 2.2.1 §10: its CDR. */
export interface Cdr {
  /** What it is called there: the id of the CDR. */
  reference: string;
  /** ISO 4217. */
  currency: string;
  /** What it comes to, in millionths of the currency's unit; `gross` null: nothing is said of taxes. Null: not what a driver pays. */
  total: { net: number; gross: number | null } | null;
  /** By which tariffs, as the catalogue was told of them, without what the import added; empty: it does not say. */
  tariffIds: readonly string[];
  startedAt: Date;
  endedAt: Date;
  energyWh: number;
  /** Where it was agreed that the source writes the invoice: what it calls that. Null: we write it. */
  invoiceReference: string | null;
}

/** What becomes of an account after it was told: taken back as a whole, or in a way nobody can follow; or there is another one. */
export type CdrUpdate = 'reversed' | 'unclear' | 'another';

/**
 * Where a plug is reached, in the words of its source. Kept with the point; a session keeps its own copy from the start
 * on, so that it can be stopped whatever becomes of the point.
 */
export interface StationAddress {
  /** Who talks to the station: 'simulator', 'ocpi:' and the connection, or 'ocpp'. */
  source: string;
  evseId: string;
  /** OCPI connector id. */
  connector: string;
  /** OCPI 2.2.1 §8.3.1: the party, and the ids of location and EVSE, written as the source writes them. */
  countryCode: string;
  partyId: string;
  locationId: string;
  evseUid: string;
  /** OCPP: the charge point's identity and its numbers of EVSE and connector, from 1; null where it is reached otherwise. */
  chargePoint: { id: string; evse: number; connector: number } | null;
  /** What is known of the plug, where its source tells it with the point: known also when nobody has been asked yet. */
  plug?: { isDc: boolean; canUnlock: boolean; powerW?: number };
}

/** One start, as every call names it. */
export interface StationCall {
  /** Ours: at most 20 characters of A–Z and 0–9, unique for ever (OCPP 1.6 idTag; OCPI `authorization_reference`). */
  authorizationReference: string;
  address: StationAddress;
}

export interface StationStart extends StationCall {
  /** The most the session may cost, for stations that can stop by themselves; null for free charging. */
  limitMinor: number | null;
  /** Of the limit; left out: there is none. */
  currency?: Currency;
  /** What signed records may say of the tariff (OCMF field TT), at most 250 characters. */
  tariffText: string | null;
  /** The price in words, in the driver's language, for stations with a screen; at most 512 characters. Left out: there is none. */
  priceText?: { language: string; text: string } | null;
}

/** What can be expected of a plug. Cheap to ask: answered from memory, for each page and each report. */
export interface StationCapabilities {
  /** False: nobody can reach its station now, so it is not sold. */
  isReachable: boolean;
  /** How often its meter is told, in seconds: how fresh a running price is. */
  meterIntervalS: number;
  /** False: a start may still be carried out after its cancellation, so the hold is kept for a grace time. */
  rejectsCancelledStarts: boolean;
  /** Whether `unlock` does anything. */
  canUnlock: boolean;
  /** So long after the end of charging the last meter value is usual, in seconds; later an alert is raised. */
  lastValueWithinS: number;
  /** Whether its source wants to know what became of the money. OCPI 2.3.0 Payments. */
  receivesPaymentAdvice: boolean;
}

/** What became of a session's money, for good. Amounts in minor units, gross. */
export interface SettledPayment {
  /** The same however often it is told. */
  id: string;
  at: Date;
  currency: Currency;
  billedMinor: number;
  /** 0: nothing could be taken. */
  capturedMinor: number;
  /** Of what was captured. */
  vat: readonly VatGroup[];
  cardBrand: string | null;
  cardDigits: string | null;
}

/** What is known of the password in a code that a station's screen may have shown. `slot`: which span of its validity it is of. */
export type CodeVerdict = { is: 'valid'; slot: number } | { is: 'old'; minutes: number } | { is: 'wrong' } | { is: 'unknown' };

/** Stations that show codes which change all the time, so that none can be stuck over another. OCPP 2.1, use case C25. */
export interface StationCodes {
  /** 'unknown': the station shows no codes, or it cannot be checked now. Asked whenever somebody opens such an address. */
  checkCode(request: { address: StationAddress; password: string; version: string }): Promise<CodeVerdict>;
  /** Somebody who stands there is paying: nobody else should start there for so long. Nothing depends on its arrival. */
  sendPaymentStarted(request: { address: StationAddress; timeoutS: number }): Promise<void>;
}

/**
 * Charging stations. An answer is definite; 'unknown' where the call may or may not have arrived, so that it is asked again
 * or looked for. An adapter that must not send a start twice only looks for it when it is asked for again. Nothing throws.
 */
export interface Stations extends Partial<StationCodes> {
  start(request: StationStart): Promise<'accepted' | 'refused' | 'unknown'>;
  /**
   * After 'cancelled' a later start with this reference is refused where the capabilities say so. 'never-starts': the start was
   * refused for certain, or never sent, so nothing has to be waited for.
   */
  cancelStart(request: StationCall): Promise<'cancelled' | 'never-starts' | 'already-started' | 'unknown'>;
  /** 'refused': for certain it goes on charging; the driver is told what to do at the station. */
  stop(request: StationCall): Promise<'accepted' | 'already-stopped' | 'refused' | 'unknown'>;
  /** Opens the lock of a cable whose session is over, where the capabilities say so. */
  unlock(request: StationCall): Promise<'unlocked' | 'refused' | 'unknown'>;
  /** What a session has cost so far, for stations with a screen of their own. Nobody waits for it, and it may get lost. */
  showCost?(request: StationCall & { cost: Money }): void;
  /** Told again until it has arrived. 'unknown': it may not have. 'refused': for certain it is not taken, as it is today. */
  sendPaymentAdvice(request: StationCall & { payment: SettledPayment }): Promise<'told' | 'refused' | 'unknown'>;
  /** Readings later than `since`, all where it is null. Null: nothing is known of this start, or nobody could be asked. */
  read(request: StationCall & { since: Date | null }): Promise<StationSession | null>;
  capabilities(address: StationAddress): StationCapabilities;
  /** Resolves when the source of stations can be reached, as far as that can be told without one of them. Else it rejects. */
  health(): Promise<void>;
}

/** What stations tell the operator. */
export interface StationListener {
  report(authorizationReference: string, station: StationSession): Promise<void>;
  reportPlug(request: PlugStatus): Promise<void>;
  /** News of an account that `report` has told. @param news.reference what brings the news: the id of the credit CDR */
  reportAccount(authorizationReference: string, changes: { kind: CdrUpdate; reference: string }): Promise<void>;
}

export interface PlugStatus {
  evseId: string;
  connector: string;
  state: PlugState;
}

/** What is wrong with a session that a source tells of, beside what can be told of a start. */
export type SessionAnomaly =
  | 'a second session of one start'
  | 'a session of one start at another plug'
  | 'a session without a start of ours'
  | 'a connection sends more than it may'
  | 'a station gives no usable meter value at the start'
  | 'a CDR cannot be read'
  | 'a message about a session cannot be read';

/** For sources that are told of sessions by others. */
export interface AnomalyListener {
  /**
   * One alert for each session. `session` is its name there. With a `connection` and no start of ours: one alert for the connection,
   * and another one on a later day only once that is closed, for a peer can invent any number of sessions.
   */
  reportAnomaly(request: {
    why: SessionAnomaly;
    authorizationReference: string | null;
    session: string;
    connection?: string;
  }): Promise<void>;
}

/** For sources at which stations identify themselves. */
export interface RefusalListener {
  /** A station that may connect is refused again and again. `since` identifies the series: a person is alerted once for each. */
  reportRefusals(options: { station: string; since: Date; reason: string }): Promise<void>;
  /** The station has connected. */
  endRefusals(options: { station: string }): Promise<void>;
}

/** For sources whose connections represent parties. */
export interface ClaimListener {
  /** `claims`: parties that wait for a person, with who holds them; empty: none. `since`: epoch milliseconds of the last one. */
  reportClaims(claim: { connection: string; claims: string; since: number }): Promise<void>;
}
