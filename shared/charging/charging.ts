import type { CompanyForm } from '../forms/companyFields.ts';
import type { CheckoutForm, ContactForm } from '../forms/contact.ts';
import type { GoalForm } from '../forms/goal.ts';
import type { LegalKind, LegalText } from '../model/legal.ts';
import type { Locale } from '../model/locales.ts';
import type { Currency, Money } from '../model/money.ts';
import type { Bill, PriceTable } from '../model/tariff.ts';
import type { Alternatives } from './alternatives.ts';
import type { BrandColors } from './branding.ts';
import type { DemoPoint } from './demo.ts';
import type { FreeNoticeRequest, StoredNotice } from './freeNotice.ts';
import type { BillCheck, FoundSession, Receipt } from './receipt.ts';
import type { CancelReason, PlugFacts, PlugState, Session, SessionLocation } from './session.ts';

/** Payment methods. Apple Pay and Google Pay charge a card that is stored in them. */
export const PAYMENT_METHODS = ['card', 'apple-pay', 'google-pay'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** A brand of an operator, with a site of its own. The API calls a brand `client`. */
export interface Client {
  id: string;
  uuid: string;
  name: string;
  /** Address of the logo on this host. Null: pages show the name as text. */
  logo: { src: string; width: number; height: number } | null;
  /** The logo for dark pages. Null: dark pages show `logo` on a white background. */
  logoDark: Client['logo'];
  colors: BrandColors;
  currency: Currency;
  /** The currencies in which the brand offers charging. If the brand's metadata lists none, all supported currencies. */
  currencies: readonly Currency[];
  languages: readonly Locale[];
  mainLanguage: Locale;
  supportPhone: string | null;
  supportEmail: string | null;
  /** Country code of the brand: ISO 3166-1 alpha-2 in lower case. Preselected in the receipt search. */
  country: string;
  namesRequired: boolean;
  emailRequired: boolean;
  /** True if the payment page collects the e-mail address. The order form then contains only the checkboxes for consents. */
  contactAtPayment: boolean;
  /**
   * `full`: the order form requests names and the e-mail address twice, with two consents. `lean`: one consent, the e-mail address
   * once, and names only if they are required.
   */
  checkoutForm: CheckoutForm;
  /** Text of the order button. 'binding': states the obligation to pay (CRD art. 8(2)). 'spec': shorter words. */
  buttonWords: 'binding' | 'spec';
  withdrawal: boolean;
  /** The payment methods that the payment provider accepts for this brand. */
  paymentMethods: readonly PaymentMethod[];
  /**
   * Amounts in minor units that can be held on the card. The receipt search explains them, because drivers may mistake the hold
   * for the price.
   */
  holdAmountsMinor: readonly number[];
  /** Attribution that the licence of the location data requires. Null: the data are the operator's own. */
  dataSource: string | null;
  /** True if the metadata service has not responded, so that all values are defaults. */
  isDefault: boolean;
}

export interface Plug extends PlugFacts {
  state: PlugState;
  /** Time since which the plug is in this state, ISO 8601. Absent: unknown. */
  since?: string;
  /** True if the charging station is not connected at the moment. Absent: the station is connected. */
  isOffline?: boolean;
  prices: PriceTable;
  /** The announced prices of orders from a time on, ISO 8601. Absent: none are announced. */
  nextPrices?: { from: string; prices: PriceTable };
  /** Version of the tariff, which is sent back with an order. The server refuses the order if the tariff has changed. */
  tariffVersion: string;
  /** Offered hold amounts in minor units, ascending, with the energy in Wh that they pay for. Empty if charging is free. */
  limits: readonly { amountMinor: number; energyWh: number | null }[];
  defaultLimitMinor: number | null;
  isFree: boolean;
}

/** The properties of a plug that depend on its tariff and the current time. */
export type PlugTerms = Pick<Plug, 'prices' | 'nextPrices' | 'limits' | 'defaultLimitMinor' | 'isFree'>;

export interface ChargingPoint extends Omit<SessionLocation, 'plug'> {
  openingHours: '24/7' | null;
  helpPhone: string | null;
  currency: Currency;
  /** True if staff have taken the charging point out of service. Absent: in service. */
  isOutOfService?: boolean;
  plugs: readonly Plug[];
}

/** The visitor's consents. The order stores them, as proof that the visitor agreed. */
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
  /** Token of the rendered form. Two requests with the same token create one order. */
  formToken: string;
  locale: Locale;
  /** Encrypted proof that the visitor has scanned the QR code on the station's screen. */
  codeProof?: string;
}

/** The page to which the driver continues after an order: the payment page, or the session if no payment is needed. */
export type Started = { kind: 'pay'; url: string; orderId: string } | { kind: 'charging'; sessionId: string; clientId: string };

export type OrderStatus =
  | { kind: 'charging'; sessionId: string; clientId: string }
  | { kind: 'checking' }
  /**
   * The payment is still open. `url`: the payment page. `hold`: the amount to hold. `draft`: values with which the order form is
   * filled again.
   */
  | { kind: 'open'; url: string; hold: Money; draft: OrderDraft }
  | { kind: 'over'; why: CancelReason; draft: OrderDraft };

/** The values with which an order form is filled again. */
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
  /** When a fee for staying connected begins. Null: no fee begins within two days after the end of charging. */
  blockingFrom: { kind: 'blocking' | 'occupancy'; minutes: number; at: string } | null;
}

export interface SearchQuery {
  clientId: string;
  country: string;
  /** Day of the session in the time zone of the charging point, YYYY-MM-DD. */
  date: string;
  /** The amount as typed, such as '12,34'. */
  price: string;
  lastDigits: string;
  evseId?: string;
}

/**
 * The operations of the drivers' site. Implemented by the app's `Operator`, by the adapter of an upstream service and by an HTTP
 * client.
 * @throws Problem 'not-offered' if the implementation does not offer the operation
 */
export interface Charging {
  getClient(request: { clientId: string }): Promise<Client>;
  /** Returns the brands of this site, sorted by name. Empty if the implementation cannot list brands. */
  findClients(request: Record<never, never>): Promise<readonly { id: string; name: string }[]>;
  getLegalText(request: { clientId: string; kind: LegalKind; locale: Locale }): Promise<LegalText | null>;
  /** Finds a charging point by its typed EVSE ID: any case, spaces, missing separators, or a pasted address. */
  findChargingPoint(request: { text: string }): Promise<{ clientId: string; evseId: string } | null>;
  /** Returns the charging points of the demo with their simulated behaviour. Empty outside of the demo. */
  findDemoPoints(request: Record<never, never>): Promise<readonly DemoPoint[]>;
  getChargingPoint(request: { clientId: string; evseId: string }): Promise<ChargingPoint>;
  /** Finds free plugs at the address of a charging point and near there. `connector`: the plug to replace, by its OCPI id. */
  findAlternatives(request: { clientId: string; evseId: string; connector?: string }): Promise<Alternatives>;
  /** Requests one message when a plug becomes free. The request is forgotten after four hours. */
  requestFreeNotice(request: FreeNoticeRequest): Promise<StoredNotice>;
  estimateCost(request: EstimateRequest): Promise<Estimate>;
  startSession(request: StartRequest): Promise<Started>;
  /** Queries the state of the payment at the payment provider and returns how the order continues. */
  refreshOrder(request: { orderId: string }): Promise<OrderStatus>;
  cancelOrder(request: { orderId: string }): Promise<OrderStatus>;
  getSession(request: { sessionId: string }): Promise<Session>;
  getWatchedSession(request: { watchId: string }): Promise<Session>;
  cancelStart(request: { sessionId: string }): Promise<Session>;
  stopSession(request: { sessionId: string }): Promise<Session>;
  /** Unlocks the cable. Allowed only after charging has ended. */
  unlockPlug(request: { sessionId: string }): Promise<Session>;
  /** Sets the energy, cost or time at which charging stops. Null removes the goal. */
  setGoal(request: { sessionId: string; goal: GoalForm | null }): Promise<Session>;
  findSessions(query: SearchQuery): Promise<readonly FoundSession[]>;
  /** Returns a receipt. `receipt`: a session id or a receipt token. */
  getReceipt(request: { receipt: string }): Promise<Receipt>;
  checkBill(request: { receipt: string }): Promise<BillCheck>;
  /** Sends the receipt to the e-mail address of the order, at most three times. A receipt that is not ready yet is sent later. */
  sendReceipt(request: { receipt: string }): Promise<Record<never, never>>;
  requestCompanyInvoice(request: { receipt: string; company: CompanyForm }): Promise<Receipt>;
  withdraw(request: { sessionId: string; name: string; email: string }): Promise<{ receivedAt: string }>;
  /** Registers a device for push messages about a session. `endpoint` and keys are those of the Push API. */
  enablePush(request: { sessionId: string; endpoint: string; p256dh: string; auth: string }): Promise<Record<never, never>>;
  disablePush(request: { sessionId: string; endpoint: string }): Promise<Record<never, never>>;
}

/** Name of an operation in `Charging`. */
export type Question = keyof Charging;
export type ChargingRequest<Q extends Question> = Parameters<Charging[Q]>[0];

/** HTTP method and path of each operation. The browser builds requests and the server mounts routes from this table. */
export const ENDPOINTS = {
  getClient: ['GET', '/api/clients/:clientId'],
  findClients: ['GET', '/api/clients'],
  getLegalText: ['GET', '/api/clients/:clientId/legal/:kind'],
  findChargingPoint: ['GET', '/api/charging-points'],
  findDemoPoints: ['GET', '/api/demo-points'],
  getChargingPoint: ['GET', '/api/clients/:clientId/charging-points/:evseId'],
  findAlternatives: ['GET', '/api/clients/:clientId/charging-points/:evseId/alternatives'],
  requestFreeNotice: ['POST', '/api/clients/:clientId/charging-points/:evseId/free-notices'],
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

/** Server-sent events of a session for the driver's own link. Each event contains the complete `Session`. */
export const SESSION_EVENTS = '/api/sessions/:sessionId/events';
/** Server-sent events of a session for the read-only watch link. */
export const WATCH_EVENTS = '/api/watched/:watchId/events';
/** Server-sent events without content. Each means that a plug may have changed, so the page calls `getChargingPoint`. */
export const POINT_EVENTS = '/api/clients/:clientId/charging-points/:evseId/events';
