import type { SignedValue } from '../ports.ts';

/** A file a visitor may take home. */
export interface CalibrationFile {
  fileName: string;
  contentType: string;
  bytes: Uint8Array;
}

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
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<values>\n${values.map(value => element(value, transactionId)).join('')}</values>\n`;
  return { fileName: `eichrecht-${transactionId}.xml`, contentType: 'application/xml', bytes: new TextEncoder().encode(xml) };
}

function element({ format, context, data, publicKey }: SignedValue, transactionId: number): string {
  const name = FORMATS[format.toLowerCase()] ?? format.toUpperCase();
  const contextText = context ? ` context="${context}"` : '';
  const key = publicKey === null ? '' : `    <publicKey encoding="plain">${escapeXml(publicKey)}</publicKey>\n`;
  return (
    `  <value transactionId="${transactionId}"${contextText}>\n` +
    `    <signedData format="${escapeXml(name).replaceAll('"', '&quot;')}" encoding="${encodingOf(name, data)}">${escapeXml(data)}</signedData>\n` +
    `${key}  </value>\n`
  );
}

/** How OCPI names encodings (2.2.1, class SignedData) → how the container names formats. */
const FORMATS: Readonly<Record<string, string>> = {
  'alfen eichrecht': 'ALFEN',
  'edl40 e-mobility extension': 'EDL_40_P',
  'edl40 mennekes': 'EDL_40_MENNEKES',
};

/** Formats made of text; the others are binary SML and travel as hex or base64. OCMF in base64 would not be recognised. */
const TEXT_FORMATS: readonly string[] = ['OCMF', 'PCDF', 'ALFEN', 'EDL_40_MENNEKES'];

function encodingOf(format: string, data: string): 'plain' | 'hex' | 'base64' {
  if (TEXT_FORMATS.includes(format)) return 'plain';
  if (/^([0-9a-f]{2})+$/i.test(data)) return 'hex';
  return /^[A-Za-z0-9+/\s]+={0,2}$/.test(data) ? 'base64' : 'plain';
}

/** Also '>' (']]>' is not allowed in text) and the carriage return, which a reader would turn into a line feed. */
const escapeXml = (text: string): string => text.replace(/[&<>\r]/g, sign => ENTITIES[sign] ?? sign);
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
