import type { SignedValue } from '../../../core/ports/stationPort.ts';
import { element, writeXml, type XmlElement } from './xml.ts';

/** A calibration file (signed meter values) that drivers can download. */
export interface CalibrationFile {
  fileName: string;
  contentType: string;
  bytes: Uint8Array;
}

export const calibrationFileName = (transactionId: number): string => `eichrecht-${transactionId}.xml`;

/**
 * Writes the signed meter values into an XML container for the S.A.F.E. Transparenzsoftware, with which drivers verify a bill
 * (MessEG § 33). The container holds the meter's records unchanged. Source: S.A.F.E. XML_Format.md, values.xsd.
 * @param transactionId the session's number, because the Transparenzsoftware accepts only integers
 * @throws RangeError if `transactionId` is not an integer
 */
export function safeContainer({
  values,
  transactionId,
}: {
  values: readonly SignedValue[];
  transactionId: number;
}): CalibrationFile {
  if (!Number.isSafeInteger(transactionId)) throw new RangeError(`Not an integer: ${transactionId}`);
  // The Transparenzsoftware refuses a file that declares a namespace.
  const root = element(
    'values',
    values.map(value => valueElement(value, transactionId)),
  );
  return {
    fileName: calibrationFileName(transactionId),
    contentType: 'application/xml',
    bytes: new TextEncoder().encode(writeXml(root)),
  };
}

function valueElement({ format, context, data, publicKey }: SignedValue, transactionId: number): XmlElement {
  const name = FORMATS.get(format.toLowerCase()) ?? format.toUpperCase();
  const encoding = TEXT_FORMATS.includes(name) ? 'plain' : encodingOf(data);
  // The Transparenzsoftware does not accept white space inside a key.
  const key = publicKey?.replace(/\s+/g, '') ?? '';
  return element(
    'value',
    [
      element('signedData', data, { format: name, encoding }),
      key === '' ? null : element('publicKey', key, { encoding: encodingOf(key) === 'base64' ? 'base64' : 'plain' }),
    ],
    { transactionId: String(transactionId), ...(context ? { context } : {}) },
  );
}

/** Maps the encoding methods of OCPI (2.2.1, class SignedData) to the format names of the container. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['alfen eichrecht', 'ALFEN'],
  ['edl40 e-mobility extension', 'EDL_40_P'],
  ['edl40 mennekes', 'EDL_40_MENNEKES'],
]);

/**
 * Formats that are always written as plain text. All others are binary SML in hex or base64. Without this list, OCMF data that
 * resembles base64 would be labelled base64, which the Transparenzsoftware does not recognise as OCMF.
 */
const TEXT_FORMATS: readonly string[] = ['OCMF', 'PCDF', 'ALFEN', 'EDL_40_MENNEKES'];

function encodingOf(data: string): 'plain' | 'hex' | 'base64' {
  if (/^([0-9a-f]{2})+$/i.test(data)) return 'hex';
  return /^[A-Za-z0-9+/\s]+={0,2}$/.test(data) ? 'base64' : 'plain';
}
