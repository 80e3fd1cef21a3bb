import { generateKeyPairSync, sign } from 'node:crypto';
import type { JsonObject } from './objects.ts';

/** Key pair of the charging meter at the CPO's station. */
const METER = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

function recordOf(context: 'B' | 'E', kwh: number): string {
  const TM = `${new Date().toISOString().replace('.', ',').replace('Z', '')}+0000 S`;
  const reading = { TM, TX: context, RV: Math.round(kwh * 1000) / 1000, RI: '1-0:1.8.0', RU: 'kWh', ST: 'G' };
  const payload = JSON.stringify({ FV: '1.0', PG: context === 'B' ? 'T1' : 'T2', MS: 'METER1', RD: [reading] });
  const SD = sign('sha256', Buffer.from(payload), METER.privateKey).toString('hex');
  return `OCMF|${payload}|${JSON.stringify({ SA: 'ECDSA-secp256r1-SHA256', SD })}`;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Creates signed meter values as CPOs send them: in base64, as plain text, or with a fake signature. */
export function signedDataOf(kind: 'ocmf' | 'plain' | 'fake', kwh: number): JsonObject {
  const signed = (nature: string, context: 'B' | 'E', energy: number) => {
    const record = recordOf(context, energy);
    if (kind === 'fake') return { nature: nature.toUpperCase(), plain_data: '', signed_data: `mock-signature-${nature}` };
    return { nature, plain_data: record, signed_data: kind === 'ocmf' ? base64(record) : record };
  };
  return {
    encoding_method: 'OCMF',
    encoding_method_version: 1,
    public_key: METER.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    signed_values: [signed('Start', 'B', 100), signed('End', 'E', 100 + kwh)],
    url: 'https://example.com/check',
  };
}
