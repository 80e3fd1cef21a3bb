import { readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import type { Charging, ChargingPoint, Client, Plug } from '../../../shared/charging.ts';
import { I18N_OPTIONS, TEXTS } from '../../../shared/i18n.ts';
import { type PriceDayName, type PricePeriod, WEEKDAYS } from '../../../shared/tariff.ts';
import {
  ChargingContext,
  CurrentPage,
  type FormState,
  fulfilled,
  LoaderContext,
  type Visit,
  VisitContext,
} from '../../pageData.tsx';
import type { Page } from '../../pages.ts';
import type { Costs } from './costs.ts';
import { choosePlug } from './load.ts';
import { Payment } from './Payment.tsx';

export const byDay: PricePeriod = {
  from: '06:00',
  to: '22:00',
  energyMicro: 590_000,
  timeMicro: null,
  start: { amountMicro: 350_000, includesMinutes: null },
  blocking: { amountMicro: 100_000, afterMinutes: 240, maxMinor: 1_200 },
  occupancy: null,
};
const byNight: PricePeriod = { ...byDay, from: '22:00', to: '06:00', energyMicro: 490_000, blocking: null };
const allDay: PricePeriod = { ...byNight, from: '00:00', to: '24:00' };

const week = WEEKDAYS.map(day => ({ day, periods: day === 'saturday' || day === 'sunday' ? [allDay] : [byDay, byNight] }));

export const plug = (changes: Partial<Plug> = {}, now: PricePeriod = byDay): Plug => ({
  id: '1',
  number: '1',
  kind: 'type2',
  powerW: 22_000,
  isDc: false,
  hasCable: false,
  state: 'available',
  prices: {
    currency: 'EUR',
    days: [...week, { day: 'holiday' as PriceDayName, periods: [allDay] }],
    today: 'friday',
    now,
  },
  tariffVersion: 'v1',
  limits: [2_000, 4_000, 8_000].map(amountMinor => ({ amountMinor, energyWh: amountMinor * 10 })),
  defaultLimitMinor: 8_000,
  isFree: false,
  ...changes,
});

export const point = (...plugs: readonly Plug[]): ChargingPoint => ({
  clientId: 'lindau',
  evseId: 'DE*SWL*E0042*1',
  street: 'Bregenzer Straße 12',
  postalCode: '88131',
  city: 'Lindau',
  country: 'de',
  timeZone: 'Europe/Berlin',
  openingHours: '24/7',
  helpPhone: null,
  currency: 'EUR',
  plugs,
});

const AREAS = [
  'common',
  'errorSummary',
  'location',
  'plug',
  'status',
  'tariff',
  'limit',
  'contact',
  'validation',
  'payment',
  'estimate',
  'help',
  'unit',
  'live',
  'legal',
  'language',
  'footer',
];
const client = {
  ...{ id: 'lindau', name: 'Stadtwerke Lindau', currency: 'EUR', country: 'de' },
  ...{ namesRequired: true, emailRequired: true, buttonWords: 'binding' },
} as Client;
const visit = { locale: 'en', client, sprite: '/sprite.svg', host: 'localhost', isDemo: true } as Visit;

interface Shown {
  point: ChargingPoint;
  asked?: string;
  charging?: Partial<Charging>;
  costs?: Costs;
  form?: FormState;
}

/** The payment page as a visitor at Lindau sees it, in English. */
export function showPayment({ point: shown, asked, charging = {}, costs, form }: Shown) {
  const texts = Object.fromEntries(AREAS.map(area => [area, JSON.parse(readFileSync(`locales/en/${area}.json`, 'utf8'))]));
  const i18n = createInstance();
  void i18n.init({ ...I18N_OPTIONS, lng: 'en', resources: { en: { [TEXTS]: texts } } } as never);
  const { clientId, evseId } = shown;
  const view = fulfilled({
    page: { component: Payment as Page['component'] } as Page,
    params: { clientId, evseId },
    data: { point: shown, plugId: choosePlug(shown, asked), costs: costs ?? null },
    form: form ?? null,
    intent: 'sealed-intent',
  });
  return render(
    <MemoryRouter>
      <I18nextProvider i18n={i18n}>
        <VisitContext value={visit}>
          <ChargingContext value={charging as Charging}>
            <LoaderContext value={{ view: () => view }}>
              <main>
                <CurrentPage />
              </main>
            </LoaderContext>
          </ChargingContext>
        </VisitContext>
      </I18nextProvider>
    </MemoryRouter>,
  );
}
