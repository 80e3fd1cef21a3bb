import { verify } from 'node:crypto';
import type { RecordReason, RecordVerdict } from '../../../shared/charging/receipt.ts';
import type { SignedValue } from '../ports/stationPort.ts';
import { curveOf, fromBase64, fromHex, readKey } from './curves.ts';
import { MAX_RECORD_LENGTH, type OcmfRecord, readOcmf } from './ocmf.ts';

export interface VerifiedRecord {
  verdict: RecordVerdict;
  /** Why the record is not valid. Null: it is valid. */
  reason: RecordReason | null;
  /** The parsed record. Null: it could not be parsed. */
  record: OcmfRecord | null;
}

const MAX_SIGNATURE_LENGTH = 1024;

/** Verifies the signature of a meter record with the given key. Returns a verdict for any input and never throws. */
export function verifyRecord({ format, data, publicKey }: Pick<SignedValue, 'format' | 'data' | 'publicKey'>): VerifiedRecord {
  if (format.toUpperCase() !== 'OCMF') return { ...VERDICTS.format, record: null };
  if (data.length > MAX_RECORD_LENGTH) return { ...VERDICTS['too-large'], record: null };
  const record = readOcmf(data);
  if (!record) return { ...VERDICTS.malformed, record };
  const reason = faultOf(record, publicKey);
  return { ...(reason === null ? { verdict: 'valid', reason } : VERDICTS[reason]), record };
}

const invalid = (reason: RecordReason) => ({ verdict: 'invalid', reason }) as const;
const unverifiable = (reason: RecordReason) => ({ verdict: 'unverifiable', reason }) as const;

/** 'invalid': proven wrong. 'unverifiable': another program may still be able to verify the record. */
const VERDICTS = {
  format: unverifiable('format'),
  'too-large': unverifiable('too-large'),
  malformed: invalid('malformed'),
  algorithm: unverifiable('algorithm'),
  'no-key': unverifiable('no-key'),
  'bad-key': unverifiable('bad-key'),
  'other-curve': invalid('other-curve'),
  signature: invalid('signature'),
} as const satisfies Record<RecordReason, unknown>;

function faultOf(
  { signed, algorithm, encoding, mimeType, signature }: OcmfRecord,
  publicKey: string | null,
): RecordReason | null {
  const curve = curveOf(algorithm);
  if (curve === null || encoding === null || (mimeType !== null && mimeType !== 'application/x-der')) return 'algorithm';
  if (publicKey === null || publicKey.trim() === '') return 'no-key';
  const key = readKey(publicKey);
  if (!key) return 'bad-key';
  if (key.curve !== curve) return 'other-curve';
  if (signature.length > MAX_SIGNATURE_LENGTH) return 'malformed';
  const bytes = encoding === 'hex' ? fromHex(signature) : fromBase64(signature);
  if (!bytes) return 'malformed';
  return isSigned({ signed, key, bytes }) ? null : 'signature';
}

function isSigned({
  signed,
  key,
  bytes,
}: {
  signed: string;
  key: NonNullable<ReturnType<typeof readKey>>;
  bytes: Buffer;
}): boolean {
  try {
    return verify('sha256', Buffer.from(signed), key.key, bytes);
  } catch {
    return false;
  }
}
