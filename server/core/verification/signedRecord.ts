import { readPublicKey } from '../../../shared/util/publicKey.ts';
import type { SignedValue } from '../ports/stationPort.ts';

/**
 * Removes the transport encoding of a signed record. OCPI carries OCMF in base64 (2.2.1, class SignedValue). OCPP also wraps the
 * key (OCA, signed meter values: `oca:base16:asn1:` and the SPKI in hex). Verification software supports neither. The signed
 * data stay the same to the byte. Other formats stay unchanged.
 */
export function unwrapped(value: SignedValue): SignedValue {
  if (value.format.toUpperCase() !== 'OCMF') return value;
  // A plain record contains a bar, which is no base64 digit.
  const data = fromBase64(value.data, text => text.startsWith('OCMF|')) ?? value.data;
  return { ...value, data, publicKey: value.publicKey && bareKey(value.publicKey) };
}

/** Plain hex digits and plain base64 stay unchanged, because verification software reads both. */
function bareKey(text: string): string {
  const key = readPublicKey(text);
  if (key === null) return text;
  const bare = text.replace(/\s+/g, '');
  const isBare = bare.toLowerCase() === key.toString('hex') || bare === key.toString('base64');
  return isBare ? text : key.toString('hex');
}

/** Characters. A real record has one or two thousand. */
const MAX_LENGTH = 512 * 1024;

/**
 * Decodes base64.
 * @returns null if the text is not base64 of an expected text
 */
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
