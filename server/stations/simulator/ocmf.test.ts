import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createDemoMeter, type MeteredSession } from './ocmf.ts';

const session: MeteredSession = {
  pagination: 42,
  evseId: 'DE*SWL*E0042*1',
  startedAt: new Date('2026-11-21T09:00:00Z'),
  endedAt: new Date('2026-11-21T10:15:00.250Z'),
  startWh: 4_711_204,
  endWh: 4_723_000,
  timeZone: 'Europe/Berlin',
  tariffText: '001;EUR;35;59;10;240',
  idTag: 'ADH123456789',
};

function sections(data: string): { payload: string; signature: { SA: string; SD: string } } {
  const [header, payload = '', signature = ''] = data.split('|');
  expect(header).toBe('OCMF');
  return { payload, signature: JSON.parse(signature) };
}

function isGenuine(data: string, publicKey: string | null): boolean {
  const { payload, signature } = sections(data);
  const key = createPublicKey({ key: Buffer.from(publicKey ?? '', 'hex'), type: 'spki', format: 'der' });
  return verify('sha256', Buffer.from(payload), key, Buffer.from(signature.SD, 'hex'));
}

describe('a record of the demo meter', () => {
  const meter = createDemoMeter({ meterId: 'DEMO0001' });
  const value = meter.signRecord(session);
  const payload = JSON.parse(sections(value.data).payload);

  test('carries a signature over exactly the bytes between the first and the second bar', () => {
    expect(isGenuine(value.data, value.publicKey)).toBe(true);
    expect(isGenuine(value.data.replace('4723.000', '4722.000'), value.publicKey)).toBe(false);
    expect(isGenuine(value.data, createDemoMeter({ meterId: 'other' }).publicKey)).toBe(false);
  });

  test('names its algorithm, version, page, meter and point', () => {
    expect(sections(value.data).signature.SA).toBe('ECDSA-secp256r1-SHA256');
    expect(payload).toMatchObject({
      FV: '1.3',
      PG: 'T42',
      MS: 'DEMO0001',
      CT: 'EVSEID',
      CI: 'DE*SWL*E0042*1',
      TT: session.tariffText,
    });
    expect(value).toMatchObject({ format: 'OCMF', context: 'Transaction.End', publicKey: meter.publicKey });
  });

  test('passes the checks for a bill: begin and end, OBIS code, clock, status', () => {
    expect(payload.RD.map((reading: { TX: string }) => reading.TX)).toEqual(['B', 'E']);
    for (const reading of payload.RD) {
      expect(reading.RI).toMatch(/^1-0:1\.8\.0$/);
      expect(reading.TM).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d,\d{3}[+-]\d{4} S$/);
      expect(reading).toMatchObject({ RU: 'kWh', RT: 'AC', EF: '', ST: 'G' });
    }
    expect(['MISMATCH', 'INVALID', 'OUTDATED', 'UNKNOWN']).not.toContain(payload.IL);
  });

  test('tells local time with its offset, in summer and in winter', () => {
    expect(payload.RD[0].TM).toBe('2026-11-21T10:00:00,000+0100 S');
    expect(payload.RD[1].TM).toBe('2026-11-21T11:15:00,250+0100 S');
    const summer = meter.signRecord({ ...session, startedAt: new Date('2026-07-01T08:00:00Z') });
    expect(summer.data).toContain('"TM":"2026-07-01T10:00:00,000+0200 S"');
  });

  test('writes energy as a number with three decimals', () => {
    expect(value.data).toContain('"RV":4711.204,');
    expect(value.data).toContain('"RV":4723.000,');
  });

  test('survives a bar or a forged reading inside a text', () => {
    const tricky = meter.signRecord({ ...session, idTag: 'a|b"RV":"1"', tariffText: 'x'.repeat(300) });
    expect(tricky.data.split('|')).toHaveLength(3);
    expect(isGenuine(tricky.data, tricky.publicKey)).toBe(true);
    const read = JSON.parse(sections(tricky.data).payload);
    expect(read.ID).toBe('a|b"RV":"1"');
    expect(read.TT).toHaveLength(250);
  });

  test('says nothing of a tariff it does not know', () => {
    expect(meter.signRecord({ ...session, tariffText: null }).data).not.toContain('"TT"');
  });
});

test('a meter stays the same after a restart', () => {
  const meter = createDemoMeter({ meterId: 'DEMO0001' });
  const again = createDemoMeter({ meterId: 'DEMO0001', privateKeyPem: meter.privateKeyPem });
  expect(again.publicKey).toBe(meter.publicKey);
  expect(isGenuine(again.signRecord(session).data, meter.publicKey)).toBe(true);
});
