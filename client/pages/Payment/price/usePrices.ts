import { useTranslation } from 'react-i18next';
import type { ChargingPoint } from '../../../../shared/charging/charging.ts';
import type { LineKind, PricePeriod } from '../../../../shared/model/tariff.ts';
import { type PriceWords, priceWords } from '../../../../shared/price/priceWords.ts';
import { useFormat } from '../../../hooks/useFormat.ts';

/** The texts of one kind of price. `figure` and `condition` are short forms for this page. */
export interface ShownPrice extends PriceWords {
  /** Price with its unit as one string: "0,10 €/min". Null: the period has no such price. */
  figure: string | null;
  /** Condition and maximum in a short form: "ab 10 min nach Ladeende, höchstens 12 €". */
  condition: string;
}

const FIGURES: Partial<Record<LineKind, string>> = {
  energy: 'tariff.figurePerKwh',
  time: 'tariff.figurePerMinute',
  blocking: 'tariff.figurePerMinute',
  occupancy: 'tariff.figurePerMinute',
};
const FROM = { blocking: 'tariff.feeAfterStart', occupancy: 'tariff.feeAfterCharge' } as const;
const AT_ONCE = { blocking: 'tariff.feeAfterStart.always', occupancy: 'tariff.feeAfterCharge.always' } as const;

/** Returns a function that writes the prices of a period in the visitor's language. */
export function usePrices(
  point: Pick<ChargingPoint, 'country' | 'timeZone' | 'currency'>,
): (period: PricePeriod) => readonly ShownPrice[] {
  const { t } = useTranslation();
  const format = useFormat(point);
  const { currency } = point;
  const condition = (kind: 'blocking' | 'occupancy', period: PricePeriod): string => {
    const fee = period[kind];
    if (!fee) return '';
    const when = fee.afterMinutes > 0 ? t(FROM[kind], { minutes: fee.afterMinutes }) : t(AT_ONCE[kind]);
    return fee.maxMinor === null
      ? when
      : `${when}, ${t('tariff.capShort', { amount: format.shortMoney(fee.maxMinor, currency) })}`;
  };
  return period =>
    priceWords(period, {
      translate: (key, values) => t(key, { ...values }),
      unitPrice: micro => format.unitPrice(micro, currency),
      money: minor => format.money(minor, currency),
    }).map(words => {
      const { kind, price, notes } = words;
      const withUnit = FIGURES[kind];
      return {
        ...words,
        figure: price !== null && withUnit ? t(withUnit, { price }) : price,
        condition: kind === 'blocking' || kind === 'occupancy' ? condition(kind, period) : notes.join(', '),
      };
    });
}

/** Returns a function that writes the most important price of a period. Undefined: the period has no price of its main kind. */
export function useMainPrice(...[point]: Parameters<typeof usePrices>): (period: PricePeriod) => ShownPrice | undefined {
  const prices = usePrices(point);
  return period => {
    const main = mainKind(period);
    return prices(period).find(({ kind }) => kind === main);
  };
}

/** Returns true if this part of the price exists and costs nothing. It is not a surcharge then. */
export function costsNothing(period: PricePeriod, kind: LineKind): boolean {
  if (kind === 'energy') return period.energyMicro === 0;
  if (kind === 'time') return period.timeMicro === 0;
  return kind !== 'other' && period[kind]?.amountMicro === 0;
}

/**
 * Returns the most important kind of price of a period: energy; if energy is free, time; if time is free, too, the fee per
 * session.
 */
export function mainKind({ energyMicro, timeMicro, start }: PricePeriod): LineKind {
  if (energyMicro > 0) return 'energy';
  if (timeMicro !== null && timeMicro > 0) return 'time';
  return start !== null && start.amountMicro > 0 ? 'start' : 'energy';
}
