import { publicKeyHex } from '../../../../shared/util/publicKey.ts';
import type { SignedValue } from '../../../core/ports/stationPort.ts';
import type { OcpiSignedData } from '../messages/cdr.ts';

/**
 * Maps OCPI's encoding methods to the names that verification software uses. A method that is not listed is passed on unchanged.
 */
const FORMATS: Readonly<Record<string, string>> = {
  OCMF: 'OCMF',
  'ALFEN EICHRECHT': 'ALFEN',
  'EDL40 E-MOBILITY EXTENSION': 'EDL_40_P',
  'EDL40 MENNEKES': 'EDL_40_MENNEKES',
};

const CONTEXTS: Readonly<Record<string, SignedValue['context']>> = { START: 'Transaction.Begin', END: 'Transaction.End' };

/** Returns the signed values of a CDR, byte for byte. */
export function signedValuesOf({ encoding_method, public_key, signed_values }: OcpiSignedData): SignedValue[] {
  const method = encoding_method.trim().toUpperCase();
  const format = (Object.hasOwn(FORMATS, method) ? FORMATS[method] : undefined) ?? encoding_method;
  return signed_values.map(({ nature, plain_data, signed_data }) => {
    const known = nature.toUpperCase();
    return {
      format,
      context: (Object.hasOwn(CONTEXTS, known) ? CONTEXTS[known] : undefined) ?? null,
      data: format === 'OCMF' ? recordOf({ plain_data, signed_data }) : signed_data,
      publicKey: public_key === undefined ? null : publicKeyHex(public_key),
    };
  });
}

/** Returns the OCMF record. Some CPO platforms write it into `plain_data`, and something else into `signed_data`. */
function recordOf({ plain_data, signed_data }: { plain_data: string | undefined; signed_data: string }): string {
  const isRecord = [signed_data, fromBase64(signed_data)?.toString('utf8')].some(text => text?.trimStart().startsWith('OCMF|'));
  return !isRecord && plain_data?.trimStart().startsWith('OCMF|') ? plain_data : signed_data;
}

function fromBase64(text: string): Buffer | null {
  const packed = text.replace(/\s+/g, '');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(packed) ? Buffer.from(packed, 'base64') : null;
}
