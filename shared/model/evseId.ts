/** An EVSE ID as it is printed, and the form two spellings are compared in. */
export interface EvseId {
  /** With its main separators: 'DE*ABC*E1234*1'. Inner ones stay as they were given. */
  canonical: string;
  /** Upper case without asterisks: 'DEABCE12341'. */
  compact: string;
}

const MAX_TEXT_LENGTH = 2048;
/** Country, operator, then 'E' and at most 31 characters (ISO 15118, eMI3). */
const EVSE_ID = /^([A-Z]{2})\*?([A-Z0-9]{3})\*?(E[A-Z0-9](?:\*?[A-Z0-9]){0,30})$/;
/** Our own addresses, as copied from a browser or a QR code: /lindau/evse/{id}, /q/{id}, /e?evse={id}. */
const IN_ADDRESS = /(?:\/evse\/|\/q\/|[?&]evse=)([^/?#&]+)/i;
/** Blanks and the invisible characters that come along when text is pasted. */
const BLANKS = /[\s\u200b-\u200d\u2060]+/g;

/** Many stickers print hyphens between the parts of an ID, some printers set them as dashes (DIN SPEC 91286). */
const HYPHENS = /[-\u2010-\u2014]/g;

/**
 * Reads an EVSE ID as people type and paste it: any case, blanks, hyphens, missing asterisks, '%2A', one of our addresses.
 * @returns null when the text is no EVSE ID
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
