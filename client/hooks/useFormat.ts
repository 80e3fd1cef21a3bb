import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../shared/figures/format.ts';
import type { Currency } from '../../shared/model/money.ts';
import { useVisit } from '../core/pageData.tsx';

interface FormatLocation {
  /** ISO 3166-1 alpha-2, lower case. */
  country: string;
  /** IANA time zone. */
  timeZone: string;
}

/** Central European Time, which all countries of sale use. */
const OUR_ZONE = 'Europe/Berlin';

/**
 * Formats figures in the visitor's language and in the time zone of the charging point. Without a charging point, the country of
 * the brand applies. Energy, power and durations need the text area `unit`.
 */
export function useFormat(place?: FormatLocation) {
  const { t } = useTranslation();
  const { locale, client, numberFormats } = useVisit();
  const country = place?.country ?? client.country;
  const timeZone = place?.timeZone ?? OUR_ZONE;
  return useMemo(() => {
    const region = { locale, country, timeZone, numberFormats };
    return {
      /** 1234 → "12,34 €". */
      money: (amountMinor: number, currency: Currency) => format.formatMoney(amountMinor, currency, region),
      /** For amounts to choose or compare: "12 €", "12,50 €". */
      shortMoney: (amountMinor: number, currency: Currency) => format.formatShortMoney(amountMinor, currency, region),
      /** Price per unit: 590000 → "0,59 €", at most four decimals. */
      unitPrice: (micro: number, currency: Currency) => format.formatMicro(micro, currency, region),
      /** "12,345 kWh": three decimals on receipts, two during charging. */
      energy: (energyWh: number, decimals: 2 | 3) => t('unit.kwh', { value: format.formatEnergy(energyWh, decimals, region) }),
      /** Number of kWh without unit and trailing zeros: "20", "12,345". */
      energyNumber: (energyWh: number) => format.formatNumber(energyWh / 1000, energyWh % 1000 === 0 ? 0 : 3, region),
      /** Measured power: "11,0 kW". */
      power: (powerW: number) => t('unit.kw', { value: format.formatPower(powerW, region) }),
      /** Maximum power of a connector, number of kW without unit: "22". */
      rating: (powerW: number) => format.formatRating(powerW, region),
      number: (value: number, decimals: number) => format.formatNumber(value, decimals, region),
      percent: (percent: number) => format.formatPercent(percent, region),
      /** "1 h 04 min". */
      duration: (ms: number) => {
        const { key, values } = format.durationWords(ms);
        return t(key, values);
      },
      /** Duration between two instants, rounded so that it agrees with their displayed times: "4 min". */
      durationBetween: (from: string, to: string) => {
        const { key, values } = format.durationWords(format.shownLengthMs({ from, to }));
        return t(key, values);
      },
      /** "21.11.2026, 10:05". A narrow line may break before the time, not within it. */
      dateTime: (iso: string) => format.formatDateTime(iso, region).replace(/\u00a0(?=\S+$)/, ' '),
      /** "21.11.2026, 10:05–10:40". */
      dateTimes: (from: string, to: string) => format.formatDateTimes({ from, to }, region),
      date: (iso: string) => format.formatDate(iso, region),
      time: (iso: string) => format.formatTime(iso, region),
      /** Formats a wall-clock time 'HH:MM'. '24:00' is the end of the day. */
      clock: (hhmm: string) => format.formatClock(hhmm, region),
      /** Short name of the time zone at this instant: "MEZ". */
      zoneName: () => zoneName(format.languageTag(region), timeZone),
    };
  }, [t, locale, country, timeZone, numberFormats]);
}

function zoneName(tag: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(tag, { timeZone, timeZoneName: 'short' }).formatToParts(new Date());
  return parts.find(part => part.type === 'timeZoneName')?.value ?? timeZone;
}
