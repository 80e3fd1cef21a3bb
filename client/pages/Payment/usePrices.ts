import { useTranslation } from 'react-i18next';
import type { ChargingPoint } from '../../../shared/charging.ts';
import type { LineKind, PricePeriod } from '../../../shared/tariff.ts';
import { useFormat } from '../../useFormat.ts';

/** One kind of price in words. */
export interface PriceWords {
  kind: LineKind;
  label: string;
  /** "0,59 €"; null: there is none. */
  price: string | null;
  /** "je kWh", where it stands beside the price. */
  unit: string | null;
  /** "je angefangene Minute, nach 240 min", below it. */
  notes: readonly string[];
}

type StayFee = NonNullable<PricePeriod['blocking']>;

/** The prices of a period in words, in the order of AFIR art. 5(4): energy, time, session, other. */
export function usePrices(point: ChargingPoint): (period: PricePeriod) => readonly PriceWords[] {
  const { t } = useTranslation();
  const format = useFormat(point);
  const { currency } = point;
  const unitPrice = (micro: number) => format.unitPrice(micro, currency);
  const stay = (kind: 'blocking' | 'occupancy', fee: StayFee | null): PriceWords => {
    const [after, always] = kind === 'blocking' ? ['tariff.perStartedMinute', 'tariff.perStartedMinute.always'] : AFTER_CHARGING;
    const when = fee && (fee.afterMinutes > 0 ? t(after, { minutes: fee.afterMinutes }) : t(always));
    const cap = fee && fee.maxMinor !== null && t('tariff.cap', { amount: format.money(fee.maxMinor, currency) });
    const price = fee && unitPrice(fee.amountMicro);
    return {
      kind,
      label: t(`tariff.${kind}Fee`),
      price,
      unit: null,
      notes: [when, cap].filter(note => typeof note === 'string'),
    };
  };
  return ({ energyMicro, timeMicro, start, blocking, occupancy }) => {
    const included =
      start !== null && start.includesMinutes !== null && t('tariff.startFee.includes', { minutes: start.includesMinutes });
    return [
      { kind: 'energy', label: t('tariff.energy'), price: unitPrice(energyMicro), unit: t('tariff.perKwh'), notes: [] },
      {
        kind: 'time',
        label: t('tariff.timeFee'),
        price: timeMicro === null ? null : unitPrice(timeMicro),
        unit: t('tariff.perMinute'),
        notes: [],
      },
      {
        kind: 'start',
        label: t('tariff.startFee'),
        price: start && unitPrice(start.amountMicro),
        unit: null,
        notes: included ? [included] : [],
      },
      // A fee for staying is always named: if it is none, the blocking fee stands for both.
      ...(blocking || !occupancy ? [stay('blocking', blocking)] : []),
      ...(occupancy ? [stay('occupancy', occupancy)] : []),
    ];
  };
}
const AFTER_CHARGING = ['tariff.afterCharging', 'tariff.afterCharging.always'] as const;

/** What a period is mainly paid by: energy, else time, else the session. */
export function mainKind({ energyMicro, timeMicro, start }: PricePeriod): LineKind {
  if (energyMicro > 0) return 'energy';
  if (timeMicro !== null && timeMicro > 0) return 'time';
  return start !== null && start.amountMicro > 0 ? 'start' : 'energy';
}
