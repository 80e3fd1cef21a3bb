import type { ComponentType } from 'react';
import type { Charging, Client } from '../../../shared/charging/charging.ts';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import type { Session, SessionLocation } from '../../../shared/charging/session.ts';
import type { Currency } from '../../../shared/model/money.ts';
import { showContent } from '../../core/pageData.fixture.tsx';
import type { FormState, Visit } from '../../core/pageData.tsx';
import { LaterFolds } from './states/laterFolds.ts';

await LaterFolds.preload();

type Of<K extends Session['kind']> = Extract<Session, { kind: K }>;

const STARTED_AT = '2026-11-20T15:23:00Z';
const AS_OF = '2026-11-20T16:24:00Z';
export const SESSION_ID = 'session-of-the-tests-1';

const sessionLocation: SessionLocation = {
  clientId: 'lindau',
  evseId: 'DE*SWL*E0042*1',
  street: 'Bregenzer Straße 12',
  postalCode: '88131',
  city: 'Lindau',
  country: 'de',
  timeZone: 'Europe/Berlin',
  plug: { id: '1', number: '1', kind: 'type2', powerW: 22_000, isDc: false, hasCable: false },
};

const facts = {
  sessionId: SESSION_ID,
  watchId: 'watch',
  number: 482_913_057,
  version: 3,
  asOf: AS_OF,
  refreshAfterMs: 5_000,
  place: sessionLocation,
  hold: { amountMinor: 4_000, currency: 'EUR' },
} as const;

const values = {
  startedAt: STARTED_AT,
  energyWh: 10_920,
  powerW: 10_800,
  cost: { amountMinor: 679, currency: 'EUR' },
  curve: [],
} as const;

export const starting = (changes: Partial<Of<'starting'>> = {}): Session => ({
  kind: 'starting',
  ...facts,
  startBy: '2026-11-20T16:26:41Z',
  ...changes,
});
export const running = (changes: Partial<Of<'running'>> = {}): Session => ({
  kind: 'running',
  ...facts,
  values,
  blocking: null,
  ...changes,
});
export const paused = (changes: Partial<Of<'paused'>> = {}): Session => ({
  kind: 'paused',
  ...facts,
  values,
  blocking: null,
  ...changes,
});
export const stopping = (changes: Partial<Of<'stopping'>> = {}): Session => ({
  kind: 'stopping',
  ...facts,
  values,
  stoppedAt: AS_OF,
  isStopRefused: false,
  hasEnded: false,
  ...changes,
});
export const unpriced = (changes: Partial<Of<'unpriced'>> = {}): Session => ({
  kind: 'unpriced',
  ...facts,
  startedAt: STARTED_AT,
  until: AS_OF,
  energyWh: values.energyWh,
  hasEnded: true,
  ...changes,
});
export const completed = (changes: Partial<Of<'completed'>> = {}): Session => ({
  kind: 'completed',
  ...facts,
  refreshAfterMs: 0,
  values,
  endedAt: AS_OF,
  isBilled: true,
  endedBy: null,
  ...changes,
});
export const cancelling = (changes: Partial<Of<'cancelling'>> = {}): Session => ({ kind: 'cancelling', ...facts, ...changes });
export const cancelled = (changes: Partial<Of<'cancelled'>> = {}): Session => ({
  kind: 'cancelled',
  ...facts,
  refreshAfterMs: 0,
  endedAt: AS_OF,
  why: 'never-started',
  ...changes,
});

export const receipt = (changes: Partial<Receipt> = {}): Receipt => ({
  receipt: SESSION_ID,
  found: {
    receipt: SESSION_ID,
    number: facts.number,
    evseId: sessionLocation.evseId,
    street: sessionLocation.street,
    postalCode: sessionLocation.postalCode,
    city: sessionLocation.city,
    timeZone: sessionLocation.timeZone,
    startedAt: STARTED_AT,
    endedAt: AS_OF,
    energyWh: 12_345,
    price: { amountMinor: 763, currency: 'EUR' },
  },
  plug: sessionLocation.plug,
  country: 'de',
  currency: 'EUR',
  lines: [
    { kind: 'energy', quantity: 12_345, unitPriceMicro: 590_000, amountMinor: 728, vatPercent: 19 },
    { kind: 'start', quantity: 1, unitPriceMicro: 350_000, amountMinor: 35, vatPercent: 19 },
  ],
  totalMinor: 763,
  chargedMinor: 763,
  settlement: 'charged',
  vat: [{ percent: 19, netMinor: 641, vatMinor: 122, grossMinor: 763 }],
  cardDigits: '4242',
  timeline: [
    { kind: 'held', amountMinor: 4_000, at: STARTED_AT },
    { kind: 'charged', amountMinor: 763, at: AS_OF },
    { kind: 'released', amountMinor: 3_237, at: AS_OF },
  ],
  isBilled: true,
  invoice: 'ready',
  documents: [
    {
      number: 'R-SWL-2026-000042',
      kind: 'invoice',
      issuedAt: AS_OF,
      state: 'ready',
      isCancelled: false,
      cancels: null,
      amounts: { netMinor: 641, vatMinor: 122, grossMinor: 763 },
    },
  ],
  companyInvoice: 'offered',
  isBuyerMissing: false,
  waitsFor: null,
  mail: 'sent',
  calibration: 'ready',
  check: null,
  ...changes,
});

const client = {
  id: 'lindau',
  name: 'Stadtwerke Lindau',
  currency: 'EUR',
  currencies: ['EUR', 'CHF', 'HUF'] as readonly Currency[],
  country: 'de',
  emailRequired: true,
  supportPhone: '+49 8382 704 100',
  holdAmountsMinor: [2000, 4000, 8000] as readonly number[],
} as Client;
const visit = { locale: 'en', client, sprite: '/sprite.svg', origin: 'http://localhost' } as Visit;

interface Shown<T> {
  content: ComponentType<{ data: T }>;
  data: T;
  strings: readonly string[];
  charging?: Partial<Charging>;
  form?: FormState;
}

/** Renders a page of the brand Lindau in English. */
export const showPage = <T,>({ strings, ...shown }: Shown<T>) =>
  showContent({
    ...shown,
    params: { clientId: 'lindau', sessionId: SESSION_ID, receipt: SESSION_ID },
    strings: [...strings, 'common', 'errorSummary', 'toast'],
    visit,
  });
