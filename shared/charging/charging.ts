import type { CompanyForm } from '../forms/companyFields.ts';
import type { ContactForm } from '../forms/contact.ts';
import type { GoalForm } from '../forms/goal.ts';
import type { LegalKind, LegalText } from '../model/legal.ts';
import type { Locale } from '../model/locales.ts';
import type { Currency } from '../model/money.ts';
import type { Bill, PriceTable } from '../model/tariff.ts';
import type { BrandColors } from './branding.ts';
import type { BillCheck, FoundSession, Receipt } from './receipt.ts';
import type { CancelReason, PlugFacts, PlugState, Session, SessionLocation } from './session.ts';

/** What a driver may pay with. A wallet pays with a card in it. */
export const PAYMENT_METHODS = ['card', 'apple-pay', 'google-pay'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** An operator's brand, as its pages wear it. */
export interface Client {
  id: string;
  uuid: string;
  name: string;
  /** Address of the logo on our own origin; null: the name is shown as text. */
  logo: { src: string; width: number; height: number } | null;
  /** The same for dark pages; null: `logo` stands there on white. */
  logoDark: Client['logo'];
  colors: BrandColors;
  currency: Currency;
  /** All it sells in; where that is not told, all there are. */
  currencies: readonly Currency[];
  languages: readonly Locale[];
  mainLanguage: Locale;
  supportPhone: string | null;
  supportEmail: string | null;
  /** ISO 3166-1 alpha-2, lower case: preselected in the receipt search. */
  country: string;
  namesRequired: boolean;
  emailRequired: boolean;
  /** The payment page asks for the e-mail address, and our own page for nothing but a consent. */
  contactAtPayment: boolean;
  /** 'binding' says plainly that the order obliges to pay (CRD art. 8(2)); 'spec' is the client's own choice. */
  buttonWords: 'binding' | 'spec';
  withdrawal: boolean;
  /** What the payment provider takes for it. */
  paymentMethods: readonly PaymentMethod[];
  /** Amounts that are reserved before charging, in minor units of any currency: somebody may take one for the price. */
  holdAmountsMinor: readonly number[];
  /** Whom its locations are taken from, in the words of their licence; null: they are its own. */
  dataSource: string | null;
  /** The metadata service could not be asked: these are the defaults. */
  isDefault: boolean;
}

export interface Plug extends PlugFacts {
  state: PlugState;
  prices: PriceTable;
  /** Goes back with the order; another one means the price changed meanwhile. */
  tariffVersion: string;
  /** Offered amounts in minor units, ascending: each is the exact hold. Empty when the plug is free. */
  limits: readonly { amountMinor: number; energyWh: number | null }[];
  defaultLimitMinor: number | null;
  isFree: boolean;
}

/** What a plug is sold at, as far as tariff and minute decide it. */
export type PlugTerms = Pick<Plug, 'prices' | 'limits' | 'defaultLimitMinor' | 'isFree'>;

export interface ChargingPoint extends Omit<SessionLocation, 'plug'> {
  openingHours: '24/7' | null;
  helpPhone: string | null;
  currency: Currency;
  /** Whoever runs it has switched it off; missing: it is on. */
  isOutOfService?: boolean;
  plugs: readonly Plug[];
}

/** What a visitor agreed to, kept with the order as proof. */
export interface Consents {
  acceptTerms: boolean;
  acceptPrivacy: boolean;
}

export interface StartRequest {
  clientId: string;
  evseId: string;
  connector: string;
  limitMinor: number | null;
  contact: ContactForm;
  consents: Consents;
  tariffVersion: string;
  /** Minted with each rendered form: the same form token never makes a second order. */
  formToken: string;
  locale: Locale;
  /** Sealed by the server for whoever came by a code on the station's screen. */
  codeProof?: string;
}

/** Where to send the visitor after a start: to the payment page, or straight to the session. */
export type Started = { kind: 'pay'; url: string; orderId: string } | { kind: 'charging'; sessionId: string; clientId: string };

export type OrderStatus =
  | { kind: 'charging'; sessionId: string; clientId: string }
  | { kind: 'checking' }
  /** The payment page is still open; `draft` is what was typed, to fill the form again. */
  | { kind: 'open'; url: string; draft: OrderDraft }
  | { kind: 'over'; why: CancelReason; draft: OrderDraft };

/** What was typed into an order, given back so that nothing is lost. */
export interface OrderDraft {
  clientId: string;
  evseId: string;
  connector: string;
  limitMinor: number | null;
  contact: ContactForm;
}

export interface EstimateRequest {
  clientId: string;
  evseId: string;
  connector: string;
  energyWh?: number;
  minutes?: number;
  startAt?: string;
}

export interface Estimate {
  bill: Bill;
  minutes: number;
  /** When staying plugged in begins to cost a fee. */
  blockingFrom: { kind: 'blocking' | 'occupancy'; minutes: number; at: string } | null;
}

export interface SearchQuery {
  clientId: string;
  country: string;
  /** YYYY-MM-DD, the point's local day. */
  date: string;
  /** As typed, e.g. '12,34'. */
  price: string;
  lastDigits: string;
  evseId?: string;
}

export interface DemoPoint {
  clientId: string;
  clientName: string;
  evseId: string;
  street: string;
  city: string;
  country: string;
  /** What the scripted driver at this point will do. */
  script: DemoScript;
}
export const DEMO_SCRIPTS = [
  'plugs-in',
  'connected',
  'never-plugs-in',
  'refuses',
  'pauses',
  'unplugs',
  'late-meter',
  'stop-refused-once',
  'locks',
  'occupied',
  'out-of-order',
  'free',
] as const;
export type DemoScript = (typeof DEMO_SCRIPTS)[number];

/**
 * Everything a visitor's browser may ask. The one seam between the pages and the rest of the app: answered by our own
 * operator, by someone else's service, or over HTTP. A question that is not offered answers Problem('not-offered').
 */
export interface Charging {
  getClient(ask: { clientId: string }): Promise<Client>;
  /** Who sells here, by name; empty where that is not known. */
  findClients(ask: Record<never, never>): Promise<readonly { id: string; name: string }[]>;
  getLegalText(ask: { clientId: string; kind: LegalKind; locale: Locale }): Promise<LegalText | null>;
  /** Tolerant of case, spaces, missing separators and pasted addresses. */
  findChargingPoint(ask: { text: string }): Promise<{ clientId: string; evseId: string } | null>;
  /** The points of the demo shop with what each will do; empty outside demo mode. */
  findDemoPoints(ask: Record<never, never>): Promise<readonly DemoPoint[]>;
  getChargingPoint(ask: { clientId: string; evseId: string }): Promise<ChargingPoint>;
  estimateCost(ask: EstimateRequest): Promise<Estimate>;
  startSession(ask: StartRequest): Promise<Started>;
  /** Reads the payment provider's state of the order's payment and tells where the driver belongs now. */
  refreshOrder(ask: { orderId: string }): Promise<OrderStatus>;
  cancelOrder(ask: { orderId: string }): Promise<OrderStatus>;
  getSession(ask: { sessionId: string }): Promise<Session>;
  getWatchedSession(ask: { watchId: string }): Promise<Session>;
  cancelStart(ask: { sessionId: string }): Promise<Session>;
  stopSession(ask: { sessionId: string }): Promise<Session>;
  /** Once charging is over. */
  unlockPlug(ask: { sessionId: string }): Promise<Session>;
  /** Where charging should end; null: nowhere any more. */
  setGoal(ask: { sessionId: string; goal: GoalForm | null }): Promise<Session>;
  findSessions(ask: SearchQuery): Promise<readonly FoundSession[]>;
  /** `receipt` is a session id or a receipt token. */
  getReceipt(ask: { receipt: string }): Promise<Receipt>;
  checkBill(ask: { receipt: string }): Promise<BillCheck>;
  /** To the order's own address; at most three times. What is not ready goes out as soon as it is. */
  sendReceipt(ask: { receipt: string }): Promise<Record<never, never>>;
  requestCompanyInvoice(ask: { receipt: string; company: CompanyForm }): Promise<Receipt>;
  withdraw(ask: { sessionId: string; name: string; email: string }): Promise<{ receivedAt: string }>;
  /** Has a device told what matters of a session: its address at a push service, with its keys (Push API). */
  turnPushOn(ask: { sessionId: string; endpoint: string; p256dh: string; auth: string }): Promise<Record<never, never>>;
  turnPushOff(ask: { sessionId: string; endpoint: string }): Promise<Record<never, never>>;
}

/** One of the questions, by its name. */
export type Question = keyof Charging;
export type ChargingRequest<Q extends Question> = Parameters<Charging[Q]>[0];

/** How each question travels. The browser builds its requests from this table, the server mounts its routes from it. */
export const ENDPOINTS = {
  getClient: ['GET', '/api/clients/:clientId'],
  findClients: ['GET', '/api/clients'],
  getLegalText: ['GET', '/api/clients/:clientId/legal/:kind'],
  findChargingPoint: ['GET', '/api/charging-points'],
  findDemoPoints: ['GET', '/api/demo-points'],
  getChargingPoint: ['GET', '/api/clients/:clientId/charging-points/:evseId'],
  estimateCost: ['GET', '/api/clients/:clientId/charging-points/:evseId/estimate'],
  startSession: ['POST', '/api/clients/:clientId/charging-points/:evseId/sessions'],
  refreshOrder: ['POST', '/api/orders/:orderId/settle'],
  cancelOrder: ['POST', '/api/orders/:orderId/cancel'],
  getSession: ['GET', '/api/sessions/:sessionId'],
  getWatchedSession: ['GET', '/api/watched/:watchId'],
  cancelStart: ['POST', '/api/sessions/:sessionId/cancel'],
  stopSession: ['POST', '/api/sessions/:sessionId/stop'],
  unlockPlug: ['POST', '/api/sessions/:sessionId/unlock'],
  setGoal: ['POST', '/api/sessions/:sessionId/goal'],
  findSessions: ['POST', '/api/clients/:clientId/session-search'],
  getReceipt: ['GET', '/api/receipts/:receipt'],
  checkBill: ['GET', '/api/receipts/:receipt/check'],
  sendReceipt: ['POST', '/api/receipts/:receipt/mail'],
  requestCompanyInvoice: ['POST', '/api/receipts/:receipt/company-invoice'],
  withdraw: ['POST', '/api/sessions/:sessionId/withdrawal'],
  turnPushOn: ['POST', '/api/sessions/:sessionId/push'],
  turnPushOff: ['POST', '/api/sessions/:sessionId/push/off'],
} as const satisfies Record<keyof Charging, readonly ['GET' | 'POST', string]>;

/** Where a session's changes are sent as they happen: server-sent events, each the whole view. */
export const SESSION_EVENTS = '/api/sessions/:sessionId/events';
/** The same for whoever may only watch. */
export const WATCH_EVENTS = '/api/watched/:watchId/events';
/** Says when something about the plugs of a point may have changed; what has, `getChargingPoint` tells. */
export const POINT_EVENTS = '/api/clients/:clientId/charging-points/:evseId/events';
