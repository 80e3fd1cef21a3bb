import type { Locale } from '../model/locales.ts';
import { HOUR_MS } from '../model/time.ts';

/** A driver who waits for a plug is forgotten after this time. */
export const NOTICE_LIFETIME_MS = 4 * HOUR_MS;

/** A request that is stored. */
export interface StoredNotice {
  /** Time at which the driver is forgotten, ISO 8601. */
  until: string;
}

/** A driver's request for one message when a plug becomes free. */
export interface FreeNoticeRequest {
  clientId: string;
  evseId: string;
  /** OCPI connector id of the plug. */
  connector: string;
  locale: Locale;
  /** The address as typed. Empty: the message goes to `device`. */
  email: string;
  /** Push subscription of the browser (Push API). Null: the message goes to `email`. */
  device: { endpoint: string; p256dh: string; auth: string } | null;
}
