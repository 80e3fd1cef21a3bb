import type { Locale } from '../model/locales.ts';

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
