import { getCurves } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { runs } from '../../../test/support/property.ts';
import { createMeter, METER, payloadOf, recordOf, signatureOf, signedValue, type TestMeter } from './records.fixture.ts';
import { verifyRecord } from './verifyRecord.ts';

const OCMF = { format: 'OCMF' } as const;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Names of curves in OCMF and in OpenSSL. */
const CURVES = [
  ['secp192k1', 'secp192k1'],
  ['secp192r1', 'prime192v1'],
  ['prime192v1', 'prime192v1'],
  ['secp256k1', 'secp256k1'],
  ['secp256r1', 'prime256v1'],
  ['prime256v1', 'prime256v1'],
  ['secp384r1', 'secp384r1'],
  ['brainpool256r1', 'brainpoolP256r1'],
  ['brainpoolP256r1', 'brainpoolP256r1'],
  ['brainpool384r1', 'brainpoolP384r1'],
  ['brainpoolP384r1', 'brainpoolP384r1'],
] as const;

function recordWith({ meter, algorithm, payload = payloadOf() }: { meter: TestMeter; algorithm: string; payload?: string }) {
  const signature = signatureOf(meter, payload);
  return { payload, signature, algorithm, publicKey: meter.publicKey };
}
type Made = ReturnType<typeof recordWith>;
const verdictOf = ({ payload, signature, algorithm, publicKey }: Made) =>
  verifyRecord({ ...OCMF, data: recordOf(payload, { SA: algorithm, SD: hex(signature) }), publicKey: hex(publicKey) });

describe('a genuine record is valid', () => {
  it.each(CURVES)('on the curve %s', (name, curve) => {
    // If OpenSSL does not support the curve on this machine, the record must be 'unverifiable'.
    const verdict = getCurves().includes(curve) ? 'valid' : 'unverifiable';
    if (verdict === 'valid')
      expect(verdictOf(recordWith({ meter: createMeter(curve), algorithm: `ECDSA-${name}-SHA256` }))).toMatchObject({
        verdict,
        reason: null,
      });
  });

  it.each([
    ['without naming its algorithm', {}, 'hex'],
    ['with the signature in base64', { SE: 'base64' }, 'hex'],
    ['with the key in base64', {}, 'base64'],
    ['that names DER', { SM: 'application/x-der' }, 'hex'],
  ] as const)('%s', (_, section, keyEncoding) => {
    const payload = payloadOf();
    const encoding = 'SE' in section ? section.SE : 'hex';
    const SD = signatureOf(METER, payload).toString(encoding);
    const publicKey = METER.publicKey.toString(keyEncoding);
    expect(verifyRecord({ ...OCMF, data: recordOf(payload, { SD, ...section }), publicKey }).verdict).toBe('valid');
  });

  it('with blanks around it, a fourth section, and letters outside of ASCII', () => {
    const { data, publicKey } = signedValue(METER, payloadOf({ ID: 'Müller 🔌' }));
    expect(verifyRecord({ ...OCMF, data: ` ${data}|{"more":1}\n`, publicKey }).verdict).toBe('valid');
  });

  it('with its key in lines', () => {
    const { data, publicKey } = signedValue(METER, payloadOf());
    expect(verifyRecord({ ...OCMF, data, publicKey: publicKey?.replace(/(.{32})/g, '$1\n') ?? null }).verdict).toBe('valid');
  });
});

it('notices every changed byte of payload, signature and key', () => {
  const made = CURVES.concat(CURVES, CURVES)
    .slice(0, runs(20).numRuns)
    .map(([name, curve], n) =>
      recordWith({ meter: createMeter(curve), algorithm: `ECDSA-${name}-SHA256`, payload: payloadOf({ PG: `T${n}` }) }),
    );
  const overlooked: string[] = [];
  let changes = 0;
  const change = (record: Made, part: string, bytes: Buffer, put: (changed: Buffer) => Made) => {
    for (const place of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      changes++;
      if (verdictOf(put(changed)).verdict === 'valid') overlooked.push(`${record.algorithm} ${part} ${place}`);
    }
  };
  for (const record of made) {
    expect(verdictOf(record).verdict).toBe('valid');
    change(record, 'payload', Buffer.from(record.payload), changed => ({ ...record, payload: changed.toString() }));
    change(record, 'signature', record.signature, signature => ({ ...record, signature }));
    change(record, 'key', record.publicKey, publicKey => ({ ...record, publicKey }));
  }
  expect(overlooked).toEqual([]);
  expect(changes).toBeGreaterThan(500 * made.length);
});

describe('says why a record is not valid', () => {
  const genuine = signedValue(METER, payloadOf());
  const other = createMeter();
  it.each([
    ['unverifiable', 'format', { format: 'ALFEN' }],
    ['unverifiable', 'no-key', { publicKey: null }],
    ['unverifiable', 'no-key', { publicKey: ' ' }],
    ['unverifiable', 'bad-key', { publicKey: 'the key is on the housing' }],
    ['unverifiable', 'bad-key', { publicKey: `${genuine.publicKey}00` }],
    ['unverifiable', 'algorithm', { data: genuine.data.replace('secp256r1', 'secp521r1') }],
    ['unverifiable', 'algorithm', { data: genuine.data.replace('secp256r1', 'constructor') }],
    ['unverifiable', 'algorithm', { data: genuine.data.replace('"SD"', '"SE":"ascii","SD"') }],
    ['unverifiable', 'algorithm', { data: genuine.data.replace('"SD"', '"SM":"text/plain","SD"') }],
    ['unverifiable', 'too-large', { data: genuine.data + ' '.repeat(300_000) }],
    ['invalid', 'signature', { publicKey: hex(other.publicKey) }],
    ['invalid', 'signature', { data: genuine.data.replace('4723.549', '4722.549') }],
    ['invalid', 'other-curve', { data: genuine.data.replace('secp256r1', 'brainpool256r1') }],
    ['invalid', 'malformed', { data: 'no record at all' }],
    ['invalid', 'malformed', { data: genuine.data.replace('|', '') }],
    ['invalid', 'malformed', { data: `${genuine.data}|a|b` }],
    ['invalid', 'malformed', { data: genuine.data.replace(/"SD":"../, '"SD":"xy') }],
    ['invalid', 'malformed', { data: recordOf(payloadOf(), { SD: '00'.repeat(513) }) }],
    ['invalid', 'signature', { data: recordOf(payloadOf(), { SD: '00'.repeat(512) }) }],
    ['invalid', 'malformed', { data: 'OCMF|[]|{"SD":"00"}' }],
  ])('%s, %s', (verdict, reason, changes) => {
    expect(verifyRecord({ ...genuine, ...changes })).toMatchObject({ verdict, reason });
  });
});
