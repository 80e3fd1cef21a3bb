import { readPublicKey } from '../../../shared/util/publicKey.ts';
import type { SignedValue } from '../ports/stationPort.ts';

/**
 * A signed record out of the wrapping it travelled in. OCPI carries OCMF in base64 (2.2.1, class SignedValue), OCPP also the
 * key (OCA, signed meter values: `oca:base16:asn1:` and the SPKI in hex); verification software knows neither. What was
 * signed stays as it is to the byte, and so does every other format.
 */
export function unwrapped(value: SignedValue): SignedValue {
  if (value.format.toUpperCase() !== 'OCMF') return value;
  // The bar of a plain record is no letter of base64.
  const data = fromBase64(value.data, text => text.startsWith('OCMF|')) ?? value.data;
  return { ...value, data, publicKey: value.publicKey && bareKey(value.publicKey) };
}

/** Bare hex digits or base64 stay as they came: verification software reads both. */
function bareKey(text: string): string {
  const key = readPublicKey(text);
  if (key === null) return text;
  const bare = text.replace(/\s+/g, '');
  const isBare = bare.toLowerCase() === key.toString('hex') || bare === key.toString('base64');
  return isBare ? text : key.toString('hex');
}

/** A real record has one or two thousand characters. */
const MAX_LENGTH = 512 * 1024;

/** Null when it is not base64 of a text as expected. */
function fromBase64(text: string, isExpected: (inside: string) => boolean): string | null {
  const packed = text.length > MAX_LENGTH ? '' : text.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return null;
  try {
    const inside = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(packed, 'base64'));
    return isExpected(inside) ? inside : null;
  } catch {
    return null;
  }
}
