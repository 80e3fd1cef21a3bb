import type { Temporal } from 'temporal-polyfill';
import type { Locale } from '../../../shared/model/locales.ts';
import type { LineKind, Tariff } from '../../../shared/model/tariff.ts';
import { exact, roundUp, times } from '../pricing/exact.ts';
import { grossFactor } from '../pricing/gross.ts';
import { lineKind } from '../pricing/lineKind.ts';
import type { Match } from '../pricing/match.ts';
import { type PriceBlock, priceBlocks, type Range } from './priceCells.ts';
import { type OverallPeriod, overallPeriods } from './pricePeriods.ts';

/** Text in several languages, the main language first (DATEX II MultilingualString). */
export interface Multilingual {
  values: { lang: Locale; value: string }[];
}

/**
 * What DATEX II cannot say about a price. The price caps of all prices of one kind are shared. Of several base prices, the first
 * that applies is charged, once.
 */
export interface AdHocPrice {
  kind: LineKind;
  /** The time that a price per minute counts: of the whole session, of charging, or after charging. */
  counts?: 'session' | 'charging' | 'standing';
  /** Minutes after the end of charging at which the price begins and ends. */
  graceMinutes?: number;
  untilStandingMinutes?: number;
  /** The total time or energy of all prices of this kind is rounded up to a multiple, at the price that applied last. */
  perStartedSeconds?: number;
  perStartedWh?: number;
  /** Exact bounds, if they are not whole minutes or kWh. */
  fromSeconds?: number;
  toSeconds?: number;
  fromWh?: number;
  toWh?: number;
}

/** An EnergyPrice of the AFIR profile of DATEX II. All prices of a rate apply together. */
export interface EnergyPrice {
  priceType: { value: 'pricePerKWh' | 'pricePerMinute' | 'basePrice' | 'free' };
  /** Gross, in units of the currency, with at most six decimals. */
  value: number;
  priceCap?: number;
  taxIncluded: true;
  taxRate?: number;
  additionalInformation?: Multilingual;
  overallPeriod?: OverallPeriod;
  timeBasedApplicability?: { fromMinute?: number; toMinute?: number };
  energyBasedApplicability?: { fromKWh?: number; toKWh?: number };
  aegiEnergyPriceExtensionG?: { adHocPrice: AdHocPrice };
}

/** A version of a tariff and its period, in epoch milliseconds. `from` null: no beginning is known. `until` null: no end. */
export interface PricedVersion {
  tariff: Tariff;
  from: number | null;
  until: number | null;
}

export interface EnergyPricesInput {
  versions: readonly PricedVersion[];
  timeZone: string;
  /** Power of the connector in watts. */
  powerW: number;
  /** VAT rate of components without their own, in per cent. */
  vatPercent: number;
  /** Start that is stated for a price without a known beginning. */
  since: Temporal.Instant;
  /** Translates a text into all languages of the brand. */
  textOf(name: PriceText, values: Readonly<Record<string, number>>): Multilingual;
}

/** Names of the texts about prices. */
export type PriceText = 'whileCharging' | 'afterCharging' | 'afterChargingFrom';

const TYPES = { ENERGY: 'pricePerKWh', TIME: 'pricePerMinute', PARKING_TIME: 'pricePerMinute', FLAT: 'basePrice' } as const;
const DIMENSIONS = ['ENERGY', 'TIME', 'PARKING_TIME', 'FLAT'] as const;
/** Seconds of a price per minute, and Wh of a price per kWh. */
const [MINUTE_S, KWH_WH] = [60, 1000];
const MICRO = 1_000_000;
const MICRO_PER_MINOR = 10_000;

/**
 * Converts tariffs into the prices of an AFIR rate (Implementing Regulation (EU) 2025/655). Who reads the extensions calculates
 * the price of the bill. Who ignores them never calculates less, except for steps above a minute or a Wh and for connectors whose
 * price depends on the power that the vehicle takes.
 */
export function energyPrices(input: EnergyPricesInput): EnergyPrice[] {
  const prices = input.versions.flatMap(version => versionPrices(version, input));
  if (prices.length > 0) return prices;
  return [{ priceType: { value: 'free' }, value: 0, taxIncluded: true }];
}

const COUNTS = { ENERGY: undefined, TIME: 'charging', PARKING_TIME: 'standing', FLAT: undefined } as const;

/** A price in one box of conditions, with its kind of line on the bill. */
interface Block extends PriceBlock {
  kind: LineKind;
  counts: AdHocPrice['counts'];
}

function versionPrices(version: PricedVersion, input: EnergyPricesInput): EnergyPrice[] {
  const { tariff } = version;
  const keyOf = (match: Match) => JSON.stringify([lineKind(tariff, match), { ...match.component, type: '' }]);
  const blocks = DIMENSIONS.flatMap(dimension =>
    priceBlocks(tariff, { dimension, powerW: input.powerW, keyOf }).map((block): Block => {
      return { ...block, kind: lineKind(tariff, block.match), counts: COUNTS[dimension] };
    }),
  );
  return withSessionTime(blocks.filter(mattersAmong(blocks)), keyOf).flatMap(block => blockPrices(version, block, input));
}

/**
 * Selects the prices that can change a bill. A price of zero does so in three cases: as a start fee, because the first one that
 * applies is the only one; beside prices of its kind that are rounded up to steps; and as a parking price, because charging time
 * is then not rounded.
 */
function mattersAmong(blocks: readonly Block[]): (block: Block) => boolean {
  const costs = new Set(blocks.filter(({ match }) => match.component.priceMicro > 0).map(({ kind }) => kind));
  const rounded = new Set(blocks.filter(({ match }) => match.component.stepSize > 1).map(({ kind }) => kind));
  return ({ kind, match: { component } }) =>
    component.priceMicro > 0 ||
    (costs.has(kind) && (kind === 'start' || rounded.has(kind))) ||
    (component.type === 'PARKING_TIME' && kind === 'blocking' && costs.has('time') && rounded.has('time'));
}

/** Replaces equal prices of charging time and of the time after charging by one price of the whole session. */
function withSessionTime(blocks: readonly Block[], keyOf: (match: Match) => string): Block[] {
  const identity = ({ match, dates, elapsedS, energyWh, days }: Block) =>
    JSON.stringify([keyOf(match), dates, elapsedS, energyWh, days]);
  const isWholeStay = ({ counts, standingS }: Block) => counts === 'standing' && standingS.from === null && standingS.to === null;
  const charging = new Set(blocks.filter(({ counts }) => counts === 'charging').map(identity));
  const merged = new Set(blocks.filter(block => isWholeStay(block) && charging.has(identity(block))).map(identity));
  return blocks
    .filter(block => !(isWholeStay(block) && merged.has(identity(block))))
    .map(block => (block.counts === 'charging' && merged.has(identity(block)) ? { ...block, counts: 'session' } : block));
}

function blockPrices(version: PricedVersion, block: Block, input: EnergyPricesInput): EnergyPrice[] {
  const { tariff } = version;
  const { component } = block.match;
  const vatPercent = component.vatPercent ?? input.vatPercent;
  const factor = grossFactor(tariff, vatPercent);
  const perUnit = TYPES[component.type] === 'pricePerMinute' ? 60 : 1;
  const decimal = (micro: number, parts = 1) => roundUp(times(exact(micro, parts), factor)) / MICRO;
  const texts = textsFor(block, input);
  const minutes = wholeRange(block.elapsedS, MINUTE_S);
  const kWh = wholeRange(block.energyWh, KWH_WH);
  const extension = extensionFor(block);
  const cap = component.maxPerSessionMinor;
  return overallPeriods({ ...version, ...block, timeZone: input.timeZone, since: input.since }).map(overallPeriod => ({
    priceType: { value: TYPES[component.type] },
    value: decimal(component.priceMicro, perUnit),
    ...(cap === undefined ? {} : { priceCap: decimal(cap * MICRO_PER_MINOR) }),
    taxIncluded: true,
    taxRate: vatPercent,
    ...(texts ? { additionalInformation: texts } : {}),
    ...(overallPeriod ? { overallPeriod } : {}),
    ...(minutes ? { timeBasedApplicability: bounds(minutes, 'fromMinute', 'toMinute') } : {}),
    ...(kWh ? { energyBasedApplicability: bounds(kWh, 'fromKWh', 'toKWh') } : {}),
    ...(extension ? { aegiEnergyPriceExtensionG: { adHocPrice: extension } } : {}),
  }));
}

/** Rounds a range outwards to whole units, so that a price applies no shorter than on the bill. Null: the range has no bounds. */
function wholeRange({ from, to }: Range<number>, unit: number): Range<number> | null {
  if (from === null && to === null) return null;
  return { from: from === null ? null : Math.floor(from / unit), to: to === null ? null : Math.ceil(to / unit) };
}

const bounds = <From extends string, To extends string>({ from, to }: Range<number>, fromName: From, toName: To) =>
  ({ ...(from === null ? {} : { [fromName]: from }), ...(to === null ? {} : { [toName]: to }) }) as Partial<
    Record<From | To, number>
  >;

const isWhole = ({ from, to }: Range<number>, unit: number): boolean => [from, to].every(bound => (bound ?? 0) % unit === 0);

function extensionFor({ kind, counts, match: { component }, elapsedS, energyWh, standingS }: Block): AdHocPrice | null {
  const step = component.stepSize > 1 ? component.stepSize : 0;
  const exact: Omit<AdHocPrice, 'kind'> = {
    ...(counts ? { counts } : {}),
    ...(standingS.from === null ? {} : { graceMinutes: standingS.from / MINUTE_S }),
    ...(standingS.to === null ? {} : { untilStandingMinutes: standingS.to / MINUTE_S }),
    ...(counts && step > 0 ? { perStartedSeconds: step } : {}),
    ...(kind === 'energy' && step > 0 ? { perStartedWh: step } : {}),
    ...(isWhole(elapsedS, MINUTE_S) ? {} : bounds(elapsedS, 'fromSeconds', 'toSeconds')),
    ...(isWhole(energyWh, KWH_WH) ? {} : bounds(energyWh, 'fromWh', 'toWh')),
  };
  return Object.keys(exact).length > 0 ? { kind, ...exact } : null;
}

function textsFor({ counts, standingS }: Block, { textOf }: EnergyPricesInput): Multilingual | null {
  if (counts === 'charging') return textOf('whileCharging', {});
  if (counts !== 'standing') return null;
  return standingS.from === null
    ? textOf('afterCharging', {})
    : textOf('afterChargingFrom', { minutes: standingS.from / MINUTE_S });
}

/**
 * Returns the lowest and highest price of a session, gross, in units of the currency. Absent: none. DATEX II has one of each for
 * all versions, so the limits are those with which no version costs more than published.
 */
export function deliveryFees(
  versions: readonly Tariff[],
  vatPercent: number,
): { minimumDeliveryFee?: number; maximumDeliveryFee?: number } {
  const gross = (tariff: Tariff, micro: number) => roundUp(times(exact(micro), grossFactor(tariff, vatPercent))) / MICRO;
  const lowest = Math.max(0, ...versions.map(tariff => gross(tariff, tariff.minPriceMicro ?? 0)));
  const highest = versions.map(tariff => (tariff.maxPriceMicro === undefined ? null : gross(tariff, tariff.maxPriceMicro)));
  const bounds = highest.filter(bound => bound !== null);
  return {
    ...(lowest > 0 ? { minimumDeliveryFee: lowest } : {}),
    ...(bounds.length === versions.length ? { maximumDeliveryFee: Math.max(...bounds) } : {}),
  };
}
