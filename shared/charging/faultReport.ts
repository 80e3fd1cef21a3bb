import type { Locale } from '../model/locales.ts';

/** What a driver reports about a charging point. `danger`: the page first names the emergency number and the hotline. */
export const FAULT_KINDS = ['danger', 'no-start', 'plug', 'screen', 'blocked', 'other'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export const isFaultKind = (text: string): text is FaultKind => (FAULT_KINDS as readonly string[]).includes(text);

/** Maximum number of characters of the driver's own words. */
export const MAX_FAULT_WORDS = 1000;

/** Maximum size of an uploaded photo in bytes: 5 MiB. */
export const MAX_PHOTO_BYTES = 5 * 1024 * 1024;

/** Media types of the photos that the server reads. */
export const PHOTO_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

/** A driver's report about a charging point. The values are as the driver typed them. */
export interface ReportFaultRequest {
  clientId: string;
  evseId: string;
  /** OCPI id of the plug. Null: the report is about the charging point. */
  connector: string | null;
  kind: string;
  words: string;
  /** Address for an answer. Empty: the driver wants none. */
  email: string;
  /** The uploaded bytes, at most `MAX_PHOTO_BYTES`. Null: no photo. */
  photo: Uint8Array | null;
  locale: Locale;
  formToken: string;
}
