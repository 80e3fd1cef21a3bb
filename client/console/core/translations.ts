import { useTranslation } from 'react-i18next';
import type { Text, Value } from '../../../shared/console/operating.ts';
import {
  dateFormat,
  formatDate,
  formatDateTime,
  formatEnergy,
  formatMicro,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPower,
  formatTime,
  languageTag,
} from '../../../shared/figures/format.ts';
import type { Currency } from '../../../shared/model/money.ts';
import deActs from '../texts/de/acts.json' with { type: 'json' };
import deAlerts from '../texts/de/alerts.json' with { type: 'json' };
import deAudit from '../texts/de/audit.json' with { type: 'json' };
import deBooks from '../texts/de/books.json' with { type: 'json' };
import deBrands from '../texts/de/brands.json' with { type: 'json' };
import deFaults from '../texts/de/faults.json' with { type: 'json' };
import deFrame from '../texts/de/frame.json' with { type: 'json' };
import dePrices from '../texts/de/prices.json' with { type: 'json' };
import deReports from '../texts/de/reports.json' with { type: 'json' };
import deSession from '../texts/de/session.json' with { type: 'json' };
import deStations from '../texts/de/stations.json' with { type: 'json' };
import deToday from '../texts/de/today.json' with { type: 'json' };
import deTokens from '../texts/de/tokens.json' with { type: 'json' };
import deWebhooks from '../texts/de/webhooks.json' with { type: 'json' };
import enActs from '../texts/en/acts.json' with { type: 'json' };
import enAlerts from '../texts/en/alerts.json' with { type: 'json' };
import enAudit from '../texts/en/audit.json' with { type: 'json' };
import enBooks from '../texts/en/books.json' with { type: 'json' };
import enBrands from '../texts/en/brands.json' with { type: 'json' };
import enFaults from '../texts/en/faults.json' with { type: 'json' };
import enFrame from '../texts/en/frame.json' with { type: 'json' };
import enPrices from '../texts/en/prices.json' with { type: 'json' };
import enReports from '../texts/en/reports.json' with { type: 'json' };
import enSession from '../texts/en/session.json' with { type: 'json' };
import enStations from '../texts/en/stations.json' with { type: 'json' };
import enToday from '../texts/en/today.json' with { type: 'json' };
import enTokens from '../texts/en/tokens.json' with { type: 'json' };
import enWebhooks from '../texts/en/webhooks.json' with { type: 'json' };
import { type ConsoleVisit, useConsole } from './ConsoleContext.ts';

/** All texts of the console in German and English. There is one file per group of pages, and keys have the form `file.key`. */
export const CONSOLE_TEXTS = {
  de: {
    acts: deActs,
    alerts: deAlerts,
    audit: deAudit,
    books: deBooks,
    brands: deBrands,
    faults: deFaults,
    frame: deFrame,
    prices: dePrices,
    reports: deReports,
    session: deSession,
    stations: deStations,
    today: deToday,
    webhooks: deWebhooks,
    tokens: deTokens,
  },
  en: {
    acts: enActs,
    alerts: enAlerts,
    audit: enAudit,
    books: enBooks,
    brands: enBrands,
    faults: enFaults,
    frame: enFrame,
    prices: enPrices,
    reports: enReports,
    session: enSession,
    stations: enStations,
    today: enToday,
    webhooks: enWebhooks,
    tokens: enTokens,
  },
} as const;

type Areas = (typeof CONSOLE_TEXTS)['en'];
type Plain<Key extends string> = Key extends `${infer Name}_${'one' | 'other'}` ? Name : Key;
/** A key of a text, such as 'frame.nav.today'. */
export type TextKey = { [Area in keyof Areas]: `${Area & string}.${Plain<keyof Areas[Area] & string>}` }[keyof Areas];

/** Prefix of the console's keys in i18next. */
export const CONSOLE_AREA = 'console';

const regionOf = ({ locale, timeZone }: Pick<ConsoleVisit, 'locale' | 'timeZone'>) => ({ locale, country: 'de', timeZone });

function formatMonth(month: string, region: ReturnType<typeof regionOf>): string {
  const format = dateFormat(languageTag(region), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${month}-01T00:00Z`));
}

function formatPeriod(period: string, region: ReturnType<typeof regionOf>): string {
  if (period.length === 4) return period;
  return period.length === 7 ? formatMonth(period, region) : formatDate(period, region);
}

/** Returns functions that format texts and figures in the reader's language and in the time zone of the ledger. */
export function useWords() {
  const { t } = useTranslation();
  const { now, ...visit } = useConsole();
  const region = regionOf(visit);
  const number = (digits: number): string => String(digits).replace(/\B(?=(\d{3})+$)/g, ' ');
  // The minus sign U+2212 is as wide as a digit. A hyphen could be read as a dash.
  const money = (amountMinor: number, currency: Currency): string => formatMoney(amountMinor, currency, region).replace('-', '−');
  const energy = (energyWh: number): string => `${formatEnergy(energyWh, 3, region)} kWh`;
  const power = (powerW: number): string => `${formatPower(powerW, region)} kW`;
  const dayAndMonth = (iso: string): string =>
    dateFormat(languageTag(region), {
      ...{ weekday: 'short', day: 'numeric', month: 'numeric', timeZone: region.timeZone },
    }).format(new Date(iso));
  const written = (value: Value): string | number => {
    if (typeof value === 'string' || typeof value === 'number') return value;
    if ('amountMinor' in value) return money(value.amountMinor, value.currency);
    if ('energyWh' in value) return energy(value.energyWh);
    if ('powerW' in value) return power(value.powerW);
    if ('at' in value) return formatTime(value.at, region);
    if ('day' in value) return formatDate(value.day, region);
    if ('moment' in value) return formatDateTime(value.moment, { ...region, timeZone: value.zone });
    return translateText(value);
  };
  const translateText = ({ key, values = {} }: Text): string =>
    t(
      `${CONSOLE_AREA}.${key}`,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, written(value)])) as Record<string, string>,
    );
  const isToday = (iso: string): boolean => formatDate(iso, region) === formatDate(now, region);
  return {
    /** Returns the text of a key. The value `count` selects the plural form. */
    t: (key: TextKey, values: Readonly<Record<string, Value>> = {}) => translateText({ key, values }),
    /** Translates a `Text`: a key with values, as the server sends it. */
    text: translateText,
    money,
    /** Formats a unit price in millionths of the currency unit. */
    unitPrice: (micro: number, currency: Currency) => formatMicro(micro, currency, region),
    decimal: (value: number) => new Intl.NumberFormat(languageTag(region), { maximumFractionDigits: 1 }).format(value),
    /** Formats a percentage: '8,1 %' (de), '8.1%' (en). */
    percent: (percent: number) => formatPercent(percent, region),
    /** Returns the name of a language in the reader's language: 'Französisch'. */
    language: (code: string) => new Intl.DisplayNames([languageTag(region)], { type: 'language' }).of(code) ?? code,
    energy,
    /** Formats energy for a figure or chart, from 100 kWh on without decimals: '12,3 kWh', '1.481 kWh'. */
    kilowattHours: (energyWh: number) => `${formatNumber(energyWh / 1000, energyWh < 100_000 ? 1 : 0, region)} kWh`,
    power,
    /** Returns the name of the weekday: 'Dienstag'. */
    weekday: (iso: string) =>
      dateFormat(languageTag(region), { weekday: 'long', timeZone: region.timeZone }).format(new Date(iso)),
    /** Formats a day without its year: 'Di. 24.11.'. */
    dayAndMonth,
    /** Formats a time of today without the day: '16:40', otherwise '26.11.2026, 16:40'. */
    when: (iso: string) => (isToday(iso) ? formatTime(iso, region) : formatDateTime(iso, region)),
    /** Formats a time of today without the day: '16:40', otherwise 'Do. 26.11. 16:40'. */
    dayAndTime: (iso: string) => `${isToday(iso) ? '' : `${dayAndMonth(iso)} `}${formatTime(iso, region)}`,
    /** Returns the day of an instant, YYYY-MM-DD. */
    day: (iso: string) => dateFormat('en-CA', { timeZone: region.timeZone }).format(new Date(iso)),
    time: (iso: string) => formatTime(iso, region),
    date: (iso: string) => formatDate(iso, region),
    /** Returns the time from an instant until now: '3 h 20 min', '4 Tage'. */
    lasting(iso: string) {
      const minutes = Math.max(0, Math.floor((Date.parse(now) - Date.parse(iso)) / 60_000));
      const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60)];
      if (days > 1) return translateText({ key: 'frame.lasting.days', values: { count: days } });
      if (hours === 0) return translateText({ key: 'frame.lasting.minutes', values: { count: minutes } });
      return translateText({ key: 'frame.lasting.hours', values: { hours, minutes: minutes % 60 } });
    },
    /** Formats a day, a month or a year: '21.11.2026', 'November 2026', '2026'. */
    period: (period: string) => formatPeriod(period, region),
    dateTime: (iso: string) => formatDateTime(iso, region),
    /** Groups the digits of a session number: 481 920 336. */
    number,
  };
}
