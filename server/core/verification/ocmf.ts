import { type JsonObject, type MeterValues, readValues } from './meterValues.ts';

/** In characters. Real records have one or two thousand; longer ones are not read at all. */
export const MAX_RECORD_LENGTH = 256 * 1024;

/** What an OCMF record says, and what it says it with. Foreign text: nothing of it is believed yet. */
export interface OcmfRecord {
  /** Exactly what stands between the first and the second bar: this is what was signed. */
  signed: string;
  values: MeterValues;
  /** Field SA; null: not told, which means the default. */
  algorithm: string | null;
  encoding: 'hex' | 'base64' | null;
  /** Field SM; null: DER, the default. */
  mimeType: string | null;
  signature: string;
}

/**
 * Reads `OCMF|payload|signature`, with whatever a later version may add as a fourth section.
 * Null when it is not one; never throws.
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
