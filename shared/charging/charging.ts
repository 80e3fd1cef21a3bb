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

/** Payment methods. A wallet pays with a card that it contains. */
export const PAYMENT_METHODS = ['card', 'apple-pay', 'google-pay'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** A client: the operator's brand under which its pages appear. */
export interface Client {
  id: string;
  uuid: string;
  name: string;
  /** Address of the logo on this origin. Null: pages show the name as text. */
  logo: { src: string; width: number; height: number } | null;
  /** The logo for dark pages. Null: dark pages show `logo` on a white background. */
  logoDark: Client['logo'];
  colors: BrandColors;
  currency: Currency;
  /** The currencies in which the client sells. All supported currencies if the source does not name them. */
  currencies: readonly Currency[];
  languages: readonly Locale[];
  mainLanguage: Locale;
  supportPhone: string | null;
  supportEmail: string | null;
  /** ISO 3166-1 alpha-2, lower case. Preselected in the receipt search. */
  country: string;
  namesRequired: boolean;
  emailRequired: boolean;
  /** True if the payment page collects the e-mail address, so that the order form has only the consents. */
  contactAtPayment: boolean;
  /** 'binding': the button states the obligation to pay (CRD art. 8(2)). 'spec': the client's own choice of words. */
  buttonWords: 'binding' | 'spec';
  withdrawal: boolean;
  /** The payment methods that the payment provider accepts for this client. */
  paymentMethods: readonly PaymentMethod[];
  /** Hold amounts in minor units. The receipt search uses them, because a driver may mistake the hold for the price. */
  holdAmountsMinor: readonly number[];
  /** Attribution of the location data, in the words of the data's licence. Null: the client's own data. */
  dataSource: string | null;
  /** True if the metadata service has not answered and these values are the defaults. */
  isDefault: boolean;
}

export interface Plug extends PlugFacts {
  state: PlugState;
  prices: PriceTable;
  /** An order sends this version back. The server refuses the order if the price has changed since. */
  tariffVersion: string;
  /** Offered hold amounts in minor units, ascending. Empty if charging is free. */
  limits: readonly { amountMinor: number; energyWh: number | null }[];
  defaultLimitMinor: number | null;
  isFree: boolean;
}

/** The part of a plug's price that the tariff and the current minute determine. */
export type PlugTerms = Pick<Plug, 'prices' | 'limits' | 'defaultLimitMinor' | 'isFree'>;

export interface ChargingPoint extends Omit<SessionLocation, 'plug'> {
  openingHours: '24/7' | null;
  helpPhone: string | null;
  currency: Currency;
  /** True if the operator has taken the charging point out of service. Absent: in service. */
  isOutOfService?: boolean;
  plugs: readonly Plug[];
}

/** The visitor's consents. The order stores them as proof. */
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
  /** One token per rendered form. Two posts with the same token make one order. */
  formToken: string;
  locale: Locale;
  /** Encrypted proof that the visitor has scanned a code on the station's screen. */
  codeProof?: string;
}

/** The next page after a start: the payment page, or the session if no payment is needed. */
export type Started = { kind: 'pay'; url: string; orderId: string } | { kind: 'charging'; sessionId: string; clientId: string };

export type OrderStatus =
  | { kind: 'charging'; sessionId: string; clientId: string }
  | { kind: 'checking' }
  /** The payment page is still open. `draft` fills the form again. */
  | { kind: 'open'; url: string; draft: OrderDraft }
  | { kind: 'over'; why: CancelReason; draft: OrderDraft };

/** The values of an order form, so that the form can be filled again. */
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
  /** The time from which a fee for staying connected applies. */
  blockingFrom: { kind: 'blocking' | 'occupancy'; minutes: number; at: string } | null;
}

export interface SearchQuery {
  clientId: string;
  country: string;
  /** YYYY-MM-DD, local day of the charging point. */
  date: string;
  /** As the driver typed the amount, e.g. '12,34'. */
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
  /** The behaviour of the simulated driver at this point. */
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
 * The operations of the visitors' app. Implementations: this operator, an upstream service, and HTTP.
 * @throws Problem 'not-offered' if the implementation does not offer the operation
 */
export interface Charging {
  getClient(request: { clientId: string }): Promise<Client>;
  /** The clients that sell here, by name. Empty if the implementation does not know them. */
  findClients(request: Record<never, never>): Promise<readonly { id: string; name: string }[]>;
  getLegalText(request: { clientId: string; kind: LegalKind; locale: Locale }): Promise<LegalText | null>;
  /** Accepts any case, spaces, missing separators and pasted addresses. */
  findChargingPoint(request: { text: string }): Promise<{ clientId: string; evseId: string } | null>;
  /** The charging points of the demo with the behaviour of each. Empty outside demo mode. */
  findDemoPoints(request: Record<never, never>): Promise<readonly DemoPoint[]>;
  getChargingPoint(request: { clientId: string; evseId: string }): Promise<ChargingPoint>;
  estimateCost(request: EstimateRequest): Promise<Estimate>;
  startSession(request: StartRequest): Promise<Started>;
  /** Reads the payment from the payment provider and returns the page on which the driver continues. */
  refreshOrder(request: { orderId: string }): Promise<OrderStatus>;
  cancelOrder(request: { orderId: string }): Promise<OrderStatus>;
  getSession(request: { sessionId: string }): Promise<Session>;
  getWatchedSession(request: { watchId: string }): Promise<Session>;
  cancelStart(request: { sessionId: string }): Promise<Session>;
  stopSession(request: { sessionId: string }): Promise<Session>;
  /** Allowed only after charging has ended. */
  unlockPlug(request: { sessionId: string }): Promise<Session>;
  /** Sets the point at which charging should end. Null removes the goal. */
  setGoal(request: { sessionId: string; goal: GoalForm | null }): Promise<Session>;
  findSessions(query: SearchQuery): Promise<readonly FoundSession[]>;
  /** `receipt` is a session id or a receipt token. */
  getReceipt(request: { receipt: string }): Promise<Receipt>;
  checkBill(request: { receipt: string }): Promise<BillCheck>;
  /**
   * Sends the receipt to the e-mail address of the order, at most three times. A receipt that is not ready is sent as soon as it
   * is.
   */
  sendReceipt(request: { receipt: string }): Promise<Record<never, never>>;
  requestCompanyInvoice(request: { receipt: string; company: CompanyForm }): Promise<Receipt>;
  withdraw(request: { sessionId: string; name: string; email: string }): Promise<{ receivedAt: string }>;
  /** Subscribes a device to push messages about a session. The request contains the endpoint and keys of the Push API. */
  enablePush(request: { sessionId: string; endpoint: string; p256dh: string; auth: string }): Promise<Record<never, never>>;
  disablePush(request: { sessionId: string; endpoint: string }): Promise<Record<never, never>>;
}

/** Name of an operation. */
export type Question = keyof Charging;
export type ChargingRequest<Q extends Question> = Parameters<Charging[Q]>[0];

/** HTTP method and path of each operation. The browser builds requests from this table, and the server mounts routes from it. */
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
  enablePush: ['POST', '/api/sessions/:sessionId/push'],
  disablePush: ['POST', '/api/sessions/:sessionId/push/off'],
} as const satisfies Record<keyof Charging, readonly ['GET' | 'POST', string]>;

/** Server-sent events of a session. Each event contains the whole view. */
export const SESSION_EVENTS = '/api/sessions/:sessionId/events';
/** The same for visitors with the link to watch. */
export const WATCH_EVENTS = '/api/watched/:watchId/events';
/** Server-sent events without content: a plug of the charging point may have changed. The page calls `getChargingPoint`. */
export const POINT_EVENTS = '/api/clients/:clientId/charging-points/:evseId/events';
