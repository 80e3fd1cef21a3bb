import { readPublicKey } from '../../../shared/util/publicKey.ts';
import type { SignedValue } from '../ports/stationPort.ts';

/**
 * Removes the transport encoding of a signed OCMF record, because verification software does not support it. OCPI sends OCMF in
 * base64 (2.2.1, class SignedValue). OCPP wraps the public key (OCA, signed meter values: `oca:base16:asn1:` and the SPKI in
 * hex). The signed bytes stay the same. Records in other formats stay unchanged.
 */
export function unwrapped(value: SignedValue): SignedValue {
  if (value.format.toUpperCase() !== 'OCMF') return value;
  // An OCMF record that is not encoded contains a `|`, which base64 does not allow.
  const data = fromBase64(value.data, text => text.startsWith('OCMF|')) ?? value.data;
  return { ...value, data, publicKey: value.publicKey && bareKey(value.publicKey) };
}

/**
 * Removes OCPP's prefix and encoding from a public key. A key in plain hex or plain base64 stays unchanged, because verification
 * software reads both formats.
 */
function bareKey(text: string): string {
  const key = readPublicKey(text);
  if (key === null) return text;
  const bare = text.replace(/\s+/g, '');
  const isBare = bare.toLowerCase() === key.toString('hex') || bare === key.toString('base64');
  return isBare ? text : key.toString('hex');
}

/** Maximum length of a base64 text in characters. Real records have one or two thousand. */
const MAX_LENGTH = 512 * 1024;

/**
 * Decodes base64.
 * @returns null if the text is not base64, or if `isExpected` refuses the decoded text
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
