import { type JsonObject, type MeterValues, readValues } from './meterValues.ts';

/** Maximum length of a record in characters. Real records have one or two thousand. */
export const MAX_RECORD_LENGTH = 256 * 1024;

/** A parsed OCMF record and its signature, which is not verified yet. */
export interface OcmfRecord {
  /** The signed text, which stands between the first and the second `|` of the record. */
  signed: string;
  values: MeterValues;
  /** Signature algorithm (field SA). Null: absent, so the default applies. */
  algorithm: string | null;
  encoding: 'hex' | 'base64' | null;
  /** Format of the signature (field SM). Null: DER, the default. */
  mimeType: string | null;
  signature: string;
}

/**
 * Parses `OCMF|payload|signature`. Ignores a fourth section, which later OCMF versions may add. Never throws.
 * @returns null if the text is no OCMF record
 */
export function readOcmf(data: string): OcmfRecord | null {
  if (data.length > MAX_RECORD_LENGTH) return null;
  const [header = '', signed, signatureText, ...more] = data.trim().split('|', 5);
  if (header.trim() !== 'OCMF' || signed === undefined || signatureText === undefined || more.length > 1) return null;
  const [payload, section] = [readObject(signed), readObject(signatureText)];
  if (!payload || !section) return null;
  const { SA = null, SE = 'hex', SM = null, SD } = section;
  const areLabelsValid = (SA === null || typeof SA === 'string') && (SM === null || typeof SM === 'string');
  if (!areLabelsValid || typeof SD !== 'string') return null;
  const encoding = SE === 'hex' || SE === 'base64' ? SE : null;
  return { signed, values: readValues(payload), algorithm: SA, encoding, mimeType: SM, signature: SD };
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

function readObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
