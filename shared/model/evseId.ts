/** An EVSE ID in its printed form and in a form for comparison. */
export interface EvseId {
  /** EVSE ID with the separators between its main parts: 'DE*ABC*E1234*1'. Separators inside a part stay as given. */
  canonical: string;
  /** EVSE ID in upper case without asterisks: 'DEABCE12341'. */
  compact: string;
}

const MAX_TEXT_LENGTH = 2048;
/** Country code, operator code, then 'E' and at most 31 characters (ISO 15118, eMI3). */
const EVSE_ID = /^([A-Z]{2})\*?([A-Z0-9]{3})\*?(E[A-Z0-9](?:\*?[A-Z0-9]){0,30})$/;
/** Matches the EVSE ID in a URL of this app, from a browser or a QR code: /lindau/evse/{id}, /q/{id}, /e?evse={id}. */
const IN_ADDRESS = /(?:\/evse\/|\/q\/|[?&]evse=)([^/?#&]+)/i;
/** Spaces and invisible characters that pasted text contains. */
const BLANKS = /[\s\u200b-\u200d\u2060]+/g;

/** Hyphens and dashes, which many stickers show between the parts of an ID (DIN SPEC 91286). */
const HYPHENS = /[-\u2010-\u2014]/g;

/** Normalizes an EVSE ID for comparison: upper case, without separators. */
export const compactId = (evseId: string): string => evseId.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * Parses an EVSE ID as typed or pasted: in any case, with spaces, hyphens or '%2A', without asterisks, or as part of a URL of
 * this app.
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
