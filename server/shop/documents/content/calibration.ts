import type { SignedValue } from '../../../core/ports/stationPort.ts';
import { element, writeXml, type XmlElement } from './xml.ts';

/** A file a visitor may take home. */
export interface CalibrationFile {
  fileName: string;
  contentType: string;
  bytes: Uint8Array;
}

export const calibrationFileName = (transactionId: number): string => `eichrecht-${transactionId}.xml`;

/**
 * The signed meter values as an XML container of the S.A.F.E. Transparenzsoftware, which drivers use to check a bill
 * (MessEG § 33). Records go in exactly as the meter gave them. Source: S.A.F.E. XML_Format.md, values.xsd.
 * @param transactionId The session's number: the software refuses a file whose id is not an integer.
 * @throws RangeError when the id is not an integer.
 */
export function safeContainer({
  values,
  transactionId,
}: {
  values: readonly SignedValue[];
  transactionId: number;
}): CalibrationFile {
  if (!Number.isSafeInteger(transactionId)) throw new RangeError(`Not an integer: ${transactionId}`);
  // No namespace: the software refuses a file that declares one.
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
  // White space inside a key is not understood.
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

/** How OCPI names encodings (2.2.1, class SignedData) → how the container names formats. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['alfen eichrecht', 'ALFEN'],
  ['edl40 e-mobility extension', 'EDL_40_P'],
  ['edl40 mennekes', 'EDL_40_MENNEKES'],
]);

/** Formats made of text; the others are binary SML and travel as hex or base64. OCMF in base64 would not be recognised. */
const TEXT_FORMATS: readonly string[] = ['OCMF', 'PCDF', 'ALFEN', 'EDL_40_MENNEKES'];

function encodingOf(data: string): 'plain' | 'hex' | 'base64' {
  if (/^([0-9a-f]{2})+$/i.test(data)) return 'hex';
  return /^[A-Za-z0-9+/\s]+={0,2}$/.test(data) ? 'base64' : 'plain';
}
