/** An EVSE ID in its printed form, and in the form for comparisons. */
export interface EvseId {
  /** With its main separators: 'DE*ABC*E1234*1'. Inner separators stay as given. */
  canonical: string;
  /** Upper case without asterisks: 'DEABCE12341'. */
  compact: string;
}

const MAX_TEXT_LENGTH = 2048;
/** Country, operator, then 'E' and at most 31 characters (ISO 15118, eMI3). */
const EVSE_ID = /^([A-Z]{2})\*?([A-Z0-9]{3})\*?(E[A-Z0-9](?:\*?[A-Z0-9]){0,30})$/;
/** Addresses of this product, copied from a browser or a QR code: /lindau/evse/{id}, /q/{id}, /e?evse={id}. */
const IN_ADDRESS = /(?:\/evse\/|\/q\/|[?&]evse=)([^/?#&]+)/i;
/** Spaces and invisible characters that pasted text contains. */
const BLANKS = /[\s\u200b-\u200d\u2060]+/g;

/** Many stickers show hyphens between the parts of an ID, some as dashes (DIN SPEC 91286). */
const HYPHENS = /[-\u2010-\u2014]/g;

/**
 * Parses an EVSE ID as people type and paste it: any case, spaces, hyphens, missing asterisks, '%2A', an address of this
 * product.
 * @returns null if the text is no EVSE ID
 */
export function readEvseId(text: string): EvseId | null {
  if (text.length > MAX_TEXT_LENGTH) return null;
  const trimmed = text.replace(BLANKS, '');
  const typed = (IN_ADDRESS.exec(trimmed)?.[1] ?? trimmed)
    .replace(/%2a/gi, '*')
    .replace(/%20|\+/g, '')
    .replace(HYPHENS, '*');
  const [, country, operator, outlet] = EVSE_ID.exec(typed.toUpperCase()) ?? [];
  if (country === undefined || operator === undefined || outlet === undefined) return null;
  return { canonical: `${country}*${operator}*${outlet}`, compact: `${country}${operator}${outlet.replaceAll('*', '')}` };
}
