import type { LineKind, PricePeriod } from '../model/tariff.ts';
import type { DayGroup } from './priceDays.ts';

/** The texts that describe one kind of price. */
export interface PriceWords {
  kind: LineKind;
  label: string;
  /** The price as text: "0,59 €". Null: there is no price of this kind. */
  price: string | null;
  /** Text beside the amount: "je kWh". Null: none. */
  unit: string | null;
  /** Texts below the price: "je angefangene Minute", "nach 240 min". */
  notes: readonly string[];
}

/**
 * Joins price, unit and notes: "0,59 € je kWh", "0,10 € je angefangene Minute, höchstens 12,00 €", "3,50 €, enthält die ersten
 * 30 min".
 */
export function wholePrice({ kind, price, unit, notes }: PriceWords): string {
  const figure = unit === null ? `${price}` : `${price} ${unit}`;
  if (notes.length === 0) return figure;
  // The first note of a blocking or occupancy fee is the unit, so no comma precedes it.
  const isStay = kind === 'blocking' || kind === 'occupancy';
  return `${figure}${isStay ? ' ' : ', '}${notes.join(', ')}`;
}

export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;

export interface PriceVoice {
  /** Returns the text of a key that begins with `tariff.`. */
  translate: Translate;
  unitPrice(micro: number): string;
  money(minor: number): string;
}

type StayFee = NonNullable<PricePeriod['blocking']>;

/** Writes the prices of a period, in the order of AFIR art. 5(4): energy, time, session, other. */
export function priceWords(period: PricePeriod, { translate, unitPrice, money }: PriceVoice): readonly PriceWords[] {
  const { energyMicro, timeMicro, start, blocking, occupancy } = period;
  const stay = (kind: 'blocking' | 'occupancy', fee: StayFee | null): PriceWords => {
    const [after, always] = kind === 'blocking' ? WHILE_PLUGGED_IN : AFTER_CHARGING;
    const when = fee && (fee.afterMinutes > 0 ? translate(after, { minutes: fee.afterMinutes }) : translate(always));
    const cap = fee && fee.maxMinor !== null && translate('tariff.cap', { amount: money(fee.maxMinor) });
    return {
      kind,
      label: translate(`tariff.${kind}Fee`),
      price: fee && unitPrice(fee.amountMicro),
      unit: null,
      notes: [when, cap].filter(note => typeof note === 'string'),
    };
  };
  const included =
    start !== null && start.includesMinutes !== null && translate('tariff.startFee.includes', { minutes: start.includesMinutes });
  return [
    {
      kind: 'energy',
      label: translate('tariff.energy'),
      price: unitPrice(energyMicro),
      unit: translate('tariff.perKwh'),
      notes: [],
    },
    {
      kind: 'time',
      label: translate('tariff.timeFee'),
      price: timeMicro === null ? null : unitPrice(timeMicro),
      unit: translate('tariff.perMinute'),
      notes: [],
    },
    {
      kind: 'start',
      label: translate('tariff.startFee'),
      price: start && unitPrice(start.amountMicro),
      unit: null,
      notes: included ? [included] : [],
    },
    // If there is neither a blocking nor an occupancy fee, one line says so for both.
    ...(blocking || !occupancy ? [stay('blocking', blocking)] : []),
    ...(occupancy ? [stay('occupancy', occupancy)] : []),
  ];
}
const WHILE_PLUGGED_IN = ['tariff.perStartedMinute', 'tariff.perStartedMinute.always'] as const;
const AFTER_CHARGING = ['tariff.afterCharging', 'tariff.afterCharging.always'] as const;

const NAMED_RANGES: readonly string[] = ['monday-friday', 'monday-saturday', 'monday-sunday', 'saturday-sunday'];

/** Names a group of days: "Montag bis Freitag", "Feiertag". */
export function dayGroupWords({ from, to }: DayGroup, translate: Translate): string {
  if (from === to) return translate(`tariff.day.${from}`);
  const range = `${from}-${to}`;
  if (NAMED_RANGES.includes(range)) return translate(`tariff.days.${range}`);
  return translate('tariff.days.range', { from: translate(`tariff.day.${from}`), to: translate(`tariff.day.${to}`) });
}
