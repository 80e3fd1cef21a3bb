import { createPublicKey, getCurves, type KeyObject } from 'node:crypto';
import { readPublicKey } from '../../../shared/util/publicKey.ts';

/** Names of elliptic curves in OpenSSL, by their names in OCMF (1.0 § 5.2.1, and other spellings that meters use). */
const CURVE_NAMES: Readonly<Record<string, string>> = {
  secp192k1: 'secp192k1',
  secp192r1: 'prime192v1',
  prime192v1: 'prime192v1',
  secp256k1: 'secp256k1',
  secp256r1: 'prime256v1',
  prime256v1: 'prime256v1',
  secp384r1: 'secp384r1',
  brainpool256r1: 'brainpoolP256r1',
  brainpoolP256r1: 'brainpoolP256r1',
  brainpool384r1: 'brainpoolP384r1',
  brainpoolP384r1: 'brainpoolP384r1',
};

const DEFAULT_ALGORITHM = 'ECDSA-secp256r1-SHA256';

/** Curves that OpenSSL supports on this machine. They differ between builds. */
const available: ReadonlySet<string> = new Set(getCurves());

/**
 * Returns the curve of a signature algorithm (OCMF field SA). Null: the algorithm is unknown, or OpenSSL does not support the
 * curve on this machine.
 */
export function curveOf(algorithm: string | null): string | null {
  const [, name = ''] = /^ECDSA-(\w+)-SHA256$/.exec(algorithm ?? DEFAULT_ALGORITHM) ?? [];
  const curve = Object.hasOwn(CURVE_NAMES, name) ? CURVE_NAMES[name] : undefined;
  return curve !== undefined && available.has(curve) ? curve : null;
}

export interface MeterKey {
  key: KeyObject;
  curve: string;
}

/**
 * Parses the public key of a meter: an elliptic-curve key as SPKI, in any supported text encoding.
 * @returns null if the text is no key, or if the key is not in DER
 */
export function readKey(text: string): MeterKey | null {
  const bytes = readPublicKey(text);
  if (bytes === null) return null;
  try {
    const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' });
    const curve = key.asymmetricKeyDetails?.namedCurve;
    const isExact = key.export({ format: 'der', type: 'spki' }).equals(bytes);
    return curve !== undefined && isExact ? { key, curve } : null;
  } catch {
    return null;
  }
}

export const fromHex = (text: string): Buffer | null => (/^([0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : null);

export const fromBase64 = (text: string): Buffer | null =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null;
