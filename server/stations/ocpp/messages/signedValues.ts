import { publicKeyHex } from '../../../../shared/util/publicKey.ts';
import type { SignedValue } from '../../../core/ports/stationPort.ts';
import { isMessage, listIn, type Message, messageIn, textIn } from './values.ts';

/** The prefixes of records that are not in OCPP's own form. */
const BEGINNINGS: readonly (readonly [beginning: string, format: string])[] = [
  ['OCMF|', 'OCMF'],
  ['AP;', 'ALFEN'],
  ['<signedMeterValue', 'EDL_40_MENNEKES'],
  ['<?xml', 'XML'],
  ['<values', 'XML'],
];

/** Names of encodings: from OCPP to verification software. Other names are passed on unchanged. */
const FORMATS: Readonly<Record<string, string>> = { EDL: 'EDL_40_P', MENNEKES: 'EDL_40_MENNEKES' };

const CONTEXTS: Readonly<Record<string, SignedValue['context']>> = {
  'Transaction.Begin': 'Transaction.Begin',
  'Transaction.End': 'Transaction.End',
};

const formatOf = (text: string): string | null => BEGINNINGS.find(([beginning]) => text.startsWith(beginning))?.[1] ?? null;

/** Decodes a record that is encoded as hex digits or base64. The decoded text stays unchanged. */
function recordIn(data: string): { data: string; format: string | null } {
  const bare = data.replace(/\s+/g, '');
  const inside = [
    data.trimStart(),
    ...(/^([0-9a-f]{2})+$/i.test(bare) ? [Buffer.from(bare, 'hex').toString('utf8')] : []),
    ...(/^[A-Za-z0-9+/]+={0,2}$/.test(bare) ? [Buffer.from(bare, 'base64').toString('utf8')] : []),
  ].find(text => formatOf(text) !== null);
  return inside === undefined ? { data, format: null } : { data: inside, format: formatOf(inside) };
}

/** Reads the form of the Open Charge Alliance ("Signed Meter Values in OCPP" §3.2), also with an older name of one field. */
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

/** OCPP 1.6: reads a text that contains the carrier as JSON, or one of the older forms without a carrier. */
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

/** Reads the signed records of a list of meter values, in the order of the message. */
export function readSignedValues(meterValues: unknown): readonly SignedValue[] {
  return listIn(meterValues).flatMap(({ sampledValue }) =>
    listIn(sampledValue).flatMap(sampled => {
      const value = readSigned(sampled);
      return value ? [{ ...value, context: CONTEXTS[textIn(sampled.context) ?? ''] ?? null }] : [];
    }),
  );
}
