import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../shared/figures/format.ts';
import type { Currency } from '../../shared/model/money.ts';
import { useVisit } from '../core/pageData.tsx';

interface FormatLocation {
  /** Country code: ISO 3166-1 alpha-2 in lower case. */
  country: string;
  /** Name of the time zone in the IANA database. */
  timeZone: string;
}

/** Default time zone. It has Central European Time, like all supported countries. */
const OUR_ZONE = 'Europe/Berlin';

/**
 * Returns functions that format figures in the visitor's language. Number format and time zone are those of the charging point.
 * Without a charging point, those of the brand's country apply. Energy, power and durations need the text area `unit` (see
 * `Route.strings`).
 */
export function useFormat(place?: FormatLocation) {
  const { t } = useTranslation();
  const { locale, client, numberFormats } = useVisit();
  const country = place?.country ?? client.country;
  const timeZone = place?.timeZone ?? OUR_ZONE;
  return useMemo(() => {
    const region = { locale, country, timeZone, numberFormats };
    return {
      /** Formats minor units: 1234 → "12,34 €". */
      money: (amountMinor: number, currency: Currency) => format.formatMoney(amountMinor, currency, region),
      /** Formats an amount that a driver chooses or compares, without needless decimals: "12 €", "12,50 €". */
      shortMoney: (amountMinor: number, currency: Currency) => format.formatShortMoney(amountMinor, currency, region),
      /** Formats a unit price in millionths of the currency unit: 590000 → "0,59 €", with at most four decimals. */
      unitPrice: (micro: number, currency: Currency) => format.formatMicro(micro, currency, region),
      /** Formats Wh: "12,345 kWh". Receipts show three decimals, running sessions two. */
      energy: (energyWh: number, decimals: 2 | 3) => t('unit.kwh', { value: format.formatEnergy(energyWh, decimals, region) }),
      /** Formats Wh as kWh, without the unit and with as many decimals as needed: "20", "12,5", "12,345". */
      energyNumber: (energyWh: number) => format.formatNumber(energyWh / 1000, neededDecimals(energyWh), region),
      /** Formats a measured power: "11,0 kW". */
      power: (powerW: number) => t('unit.kw', { value: format.formatPower(powerW, region) }),
      /** Formats the maximum power of a connector in kW, without the unit: "22". */
      rating: (powerW: number) => format.formatRating(powerW, region),
      number: (value: number, decimals: number) => format.formatNumber(value, decimals, region),
      percent: (percent: number) => format.formatPercent(percent, region),
      /** Formats a duration: "1 h 04 min". */
      duration: (ms: number) => {
        const { key, values } = format.durationWords(ms);
        return t(key, values);
      },
      /** Formats the duration between two instants. It is rounded so that it agrees with the displayed times: "4 min". */
      durationBetween: (from: string, to: string) => {
        const { key, values } = format.durationWords(format.shownLengthMs({ from, to }));
        return t(key, values);
      },
      /** Formats date and time: "21.11.2026, 10:05". A line break is possible before the time, but not within it. */
      dateTime: (iso: string) => format.formatDateTime(iso, region).replace(/\u00a0(?=\S+$)/, ' '),
      /** Formats a period: "21.11.2026, 10:05–10:40". */
      dateTimes: (from: string, to: string) => format.formatDateTimes({ from, to }, region),
      date: (iso: string) => format.formatDate(iso, region),
      time: (iso: string) => format.formatTime(iso, region),
      /** Formats a wall-clock time 'HH:MM'. '24:00' is the end of the day. */
      clock: (hhmm: string) => format.formatClock(hhmm, region),
      /** Returns the short name of the current time zone: "MEZ". */
      zoneName: () => zoneName(format.languageTag(region), timeZone),
    };
  }, [t, locale, country, timeZone, numberFormats]);
}

function neededDecimals(energyWh: number): 0 | 1 | 3 {
  if (energyWh % 1000 === 0) return 0;
  return energyWh % 100 === 0 ? 1 : 3;
}

function zoneName(tag: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(tag, { timeZone, timeZoneName: 'short' }).formatToParts(new Date());
  return parts.find(part => part.type === 'timeZoneName')?.value ?? timeZone;
}
