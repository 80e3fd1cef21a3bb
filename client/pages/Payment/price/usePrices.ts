import { useTranslation } from 'react-i18next';
import type { ChargingPoint } from '../../../../shared/charging.ts';
import { type PriceWords, priceWords } from '../../../../shared/price/priceWords.ts';
import type { LineKind, PricePeriod } from '../../../../shared/tariff.ts';
import { useFormat } from '../../../hooks/useFormat.ts';

export type { PriceWords } from '../../../../shared/price/priceWords.ts';

/** The prices of a period in the visitor's words. */
export function usePrices(point: ChargingPoint): (period: PricePeriod) => readonly PriceWords[] {
  const { t } = useTranslation();
  const format = useFormat(point);
  const { currency } = point;
  return period =>
    priceWords(period, {
      translate: (key, values) => t(key, { ...values }),
      unitPrice: micro => format.unitPrice(micro, currency),
      money: minor => format.money(minor, currency),
    });
}

/** What a period is mainly paid by: energy, else time, else the session. */
export function mainKind({ energyMicro, timeMicro, start }: PricePeriod): LineKind {
  if (energyMicro > 0) return 'energy';
  if (timeMicro !== null && timeMicro > 0) return 'time';
  return start !== null && start.amountMicro > 0 ? 'start' : 'energy';
}
