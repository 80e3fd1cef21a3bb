import type { JsonObject } from './objects.ts';

const recordOf = (context: 'B' | 'E', kwh: number): string => {
  const reading = { TM: '2026-11-20T10:00:00,000+0000 S', TX: context, RV: kwh, RI: '1-0:1.8.0', RU: 'kWh', ST: 'G' };
  return `OCMF|${JSON.stringify({ FV: '1.0', PG: 'T1', MS: 'METER1', RD: [reading] })}|{"SD":"00"}`;
};

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Signed values as peers send them: packed, unpacked, or something that only looks like it. Nothing here is really signed. */
export function signedDataOf(kind: 'ocmf' | 'plain' | 'fake', kwh: number): JsonObject {
  const signed = (nature: string, context: 'B' | 'E', energy: number) => {
    const record = recordOf(context, energy);
    if (kind === 'fake') return { nature: nature.toUpperCase(), plain_data: '', signed_data: `mock-signature-${nature}` };
    return { nature, plain_data: record, signed_data: kind === 'ocmf' ? base64(record) : record };
  };
  return {
    encoding_method: 'OCMF',
    encoding_method_version: 1,
    public_key: base64('key'),
    signed_values: [signed('Start', 'B', 100), signed('End', 'E', 100 + kwh)],
    url: 'https://example.com/check',
  };
}
