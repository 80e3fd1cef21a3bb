import { publicKeyHex } from '../../../../shared/util/publicKey.ts';
import type { SignedValue } from '../../../core/ports/stationPort.ts';
import { isMessage, listIn, type Message, messageIn, textIn } from './values.ts';

/**
 * Maps the beginning of a signed record to its format, for records that are sent without the JSON object of the Open Charge
 * Alliance.
 */
const BEGINNINGS: readonly (readonly [beginning: string, format: string])[] = [
  ['OCMF|', 'OCMF'],
  ['AP;', 'ALFEN'],
  ['<signedMeterValue', 'EDL_40_MENNEKES'],
  ['<?xml', 'XML'],
  ['<values', 'XML'],
];

/** Maps names of encodings from OCPP to those of verification software. A name that is not listed is passed on unchanged. */
const FORMATS: Readonly<Record<string, string>> = { EDL: 'EDL_40_P', MENNEKES: 'EDL_40_MENNEKES' };

const CONTEXTS: Readonly<Record<string, SignedValue['context']>> = {
  'Transaction.Begin': 'Transaction.Begin',
  'Transaction.End': 'Transaction.End',
};

const formatOf = (text: string): string | null => BEGINNINGS.find(([beginning]) => text.startsWith(beginning))?.[1] ?? null;

/** Decodes a record that was encoded as hex digits or Base64. The decoded text is not changed. */
function recordIn(data: string): { data: string; format: string | null } {
  const bare = data.replace(/\s+/g, '');
  const inside = [
    data.trimStart(),
    ...(/^([0-9a-f]{2})+$/i.test(bare) ? [Buffer.from(bare, 'hex').toString('utf8')] : []),
    ...(/^[A-Za-z0-9+/]+={0,2}$/.test(bare) ? [Buffer.from(bare, 'base64').toString('utf8')] : []),
  ].find(text => formatOf(text) !== null);
  return inside === undefined ? { data, format: null } : { data: inside, format: formatOf(inside) };
}

/**
 * Parses the JSON object of the Open Charge Alliance that carries a record ("Signed Meter Values in OCPP" §3.2). An older name
 * of one field is accepted too.
 */
function readCarrier(carrier: Message): Omit<SignedValue, 'context'> | null {
  const data = textIn(carrier.signedMeterData) ?? textIn(carrier.signedMeterValue);
  if (data === null) return null;
  const record = recordIn(data);
  const method = textIn(carrier.encodingMethod)?.toUpperCase() ?? '';
  return {
    format: record.format ?? FORMATS[method] ?? (method || 'unknown'),
    data: record.data,
    publicKey: keyIn(textIn(carrier.publicKey)),
  };
}

const keyIn = (text: string | null): string | null => text && publicKeyHex(text);

/**
 * Parses a text of OCPP 1.6: either the JSON object of the Open Charge Alliance, or the record itself, as some stations send it.
 */
function readText(value: string): Omit<SignedValue, 'context'> {
  try {
    const parsed: unknown = JSON.parse(value);
    const carried = isMessage(parsed) ? readCarrier(parsed) : null;
    if (carried) return carried;
  } catch {
    // The text is not JSON, so it is the record itself.
  }
  const { data, format } = recordIn(value);
  return { format: format ?? 'unknown', data, publicKey: null };
}

function readSigned(sampled: Message): Omit<SignedValue, 'context'> | null {
  const carried = readCarrier(messageIn(sampled.signedMeterValue));
  if (carried) return carried;
  const value = textIn(sampled.value);
  return textIn(sampled.format) === 'SignedData' && value !== null ? readText(value) : null;
}

/** Parses the signed records in a list of meter values, in their order. */
export function readSignedValues(meterValues: unknown): readonly SignedValue[] {
  return listIn(meterValues).flatMap(({ sampledValue }) =>
    listIn(sampledValue).flatMap(sampled => {
      const value = readSigned(sampled);
      return value ? [{ ...value, context: CONTEXTS[textIn(sampled.context) ?? ''] ?? null }] : [];
    }),
  );
}
