import type { Alternatives } from '../../../shared/charging/alternatives.ts';
import type { Charging, ChargingPoint, Client, PaymentMethod, Plug } from '../../../shared/charging/charging.ts';
import { type PriceDayName, type PricePeriod, WEEKDAYS } from '../../../shared/model/tariff.ts';
import type { UnfinishedPayment } from '../../core/page.ts';
import { showContent } from '../../core/pageData.fixture.tsx';
import type { FormState, Visit } from '../../core/pageData.tsx';
import { FRAME_STRINGS, ROUTES } from '../../core/routes.ts';
import { LaterSteps } from './laterParts.ts';
import { choosePlug, unusablePlugs } from './load.ts';
import { Payment } from './Payment.tsx';
import type { Costs } from './parts/costs.ts';
import { LaterPrices } from './price/laterPrices.ts';

// The server has loaded the code before it renders the page.
await Promise.all([LaterPrices.preload(), LaterSteps.preload()]);

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
  defaultLimitMinor: 2_000,
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

const AREAS = [...FRAME_STRINGS, ...(ROUTES.find(({ name }) => name === 'Payment')?.strings ?? [])];
const client = {
  id: 'lindau',
  name: 'Stadtwerke Lindau',
  currency: 'EUR',
  country: 'de',
  namesRequired: true,
  emailRequired: true,
  contactAtPayment: false,
  checkoutForm: 'full',
  buttonWords: 'binding',
  paymentMethods: ['card', 'apple-pay'] as readonly PaymentMethod[],
} as Client;
const visit = {
  locale: 'en',
  client,
  sprite: '/sprite.svg',
  host: 'localhost',
  cardAt: 'localhost/sandbox-pay',
  origin: 'http://localhost',
  isDemo: true,
  hasOpenConsole: false,
  hasOfflinePages: false,
} as Visit;

interface Shown {
  point: ChargingPoint;
  requested?: string;
  charging?: Partial<Charging>;
  costs?: Costs;
  alternatives?: Alternatives | null;
  form?: FormState;
  unfinished?: UnfinishedPayment;
  /** Properties of the brand that differ from the defaults. */
  switches?: Partial<Client>;
}

/** Renders the payment page of the brand Lindau in English. */
export function showPayment(shownPage: Shown) {
  const { point: shown, requested, costs, unfinished, switches = {}, alternatives = null, charging, ...visited } = shownPage;
  const { clientId, evseId } = shown;
  return showContent({
    content: Payment,
    params: { clientId, evseId },
    data: {
      point: shown,
      plugId: choosePlug(shown, requested),
      costs: costs ?? null,
      unusable: choosePlug(shown, requested) === null ? unusablePlugs(shown, requested) : [],
      alternatives,
      unfinished: unfinished ?? null,
      at: '2026-11-20T19:33:00.000Z',
    },
    strings: AREAS,
    visit: { ...visit, client: { ...client, ...switches } },
    ...visited,
    charging: { findAlternatives: () => new Promise(() => undefined), ...charging },
    formToken: 'signed-form-token',
  });
}
