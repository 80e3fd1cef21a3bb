import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Bill, Tariff } from '../../../shared/model/tariff.ts';
import type { SignedValue } from '../ports/stationPort.ts';
import { once, perKwh, tariffOf } from '../pricing/tariffs.fixture.ts';
import type { Evidence } from './verdicts.ts';

const EVSE = 'DE*BLF*E1001*1';

export interface TestMeter {
  privateKey: KeyObject;
  /** SPKI in DER. */
  publicKey: Buffer;
}

/** Creates a meter with its own key on a curve of OpenSSL. */
export function createMeter(curve = 'prime256v1'): TestMeter {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve });
  return {
    privateKey: createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }),
  };
}

export const signatureOf = ({ privateKey }: TestMeter, payload: string): Buffer =>
  sign('sha256', Buffer.from(payload), privateKey);

export function recordOf(payload: string, section: Readonly<Record<string, unknown>>): string {
  return `OCMF|${payload}|${JSON.stringify(section)}`;
}

type Fields = Readonly<Record<string, unknown>>;

const COMMON = { RI: '1-0:1.8.0', RU: 'kWh', RT: 'AC', EF: '', ST: 'G' };
export const BEGIN: Fields = { TM: '2026-11-20T16:23:00,000+0100 S', TX: 'B', RV: 4711.204, ...COMMON };
export const END: Fields = { TM: '2026-11-20T17:24:00,000+0100 S', TX: 'E', RV: 4723.549, ...COMMON };

export const payloadOf = (more: Fields = {}): string =>
  JSON.stringify({
    FV: '1.3',
    GI: 'Test',
    GS: 'GW1',
    PG: 'T42',
    MV: 'Test',
    MS: 'METER-1',
    IS: true,
    IL: 'TRUSTED',
    ID: 'Straße 1',
    CT: 'EVSEID',
    CI: EVSE,
    RD: [BEGIN, END],
    ...more,
  });

/** Returns a record with a valid signature of this meter for any payload. */
export function signedValue(meter: TestMeter, payload: string, more: Partial<SignedValue> = {}): SignedValue {
  const SD = signatureOf(meter, payload).toString('hex').toUpperCase();
  return {
    format: 'OCMF',
    context: 'Transaction.End',
    publicKey: meter.publicKey.toString('hex').toUpperCase(),
    data: recordOf(payload, { SA: 'ECDSA-secp256r1-SHA256', SD }),
    ...more,
  };
}

export const TARIFF: Tariff = tariffOf({ components: [once(350_000), perKwh(590_000)] });

/** Bill for 12.345 kWh at 0.59 €/kWh and a start fee of 0.35 €. */
export const BILL: Bill = {
  currency: 'EUR',
  lines: [
    { kind: 'energy', quantity: 12_345, unitPriceMicro: 590_000, amountMinor: 728, vatPercent: 19 },
    { kind: 'start', quantity: 1, unitPriceMicro: 350_000, amountMinor: 35, vatPercent: 19 },
  ],
  totalMinor: 763,
  vat: [{ percent: 19, netMinor: 641, vatMinor: 122, grossMinor: 763 }],
};

export const METER = createMeter();

/** Returns a correct bill with one complete signed record. */
export const evidence = (changes: Partial<Evidence> = {}): Evidence => ({
  values: [signedValue(METER, payloadOf())],
  evseId: EVSE,
  tariff: TARIFF,
  bill: BILL,
  energyWh: 12_345,
  ...changes,
});
