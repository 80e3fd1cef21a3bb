import { generateKeyPairSync, sign } from 'node:crypto';
import { createDemoMeter } from '../../../server/stations/simulator/ocmf.ts';
import type { Payload, Plug, Station } from './station.ts';
import type { PlugSwitches } from './switches.ts';

/** Input of a signed meter record. The energy is the one that the meter displays. */
export interface SignedSpan {
  startedMs: number;
  endedMs: number;
  startWh: number;
  endWh: number;
  tag: string;
}

export interface SignedRecord {
  context: 'Transaction.Begin' | 'Transaction.End';
  value: Payload;
}

const ZONE = 'Europe/Berlin';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Returns the key pair of the meter at a plug, which is created at the first use. */
function keysOf(plug: Plug): { privatePem: string; publicHex: string } {
  if (plug.keys) return plug.keys;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  plug.keys = {
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicHex: publicKey.export({ type: 'spki', format: 'der' }).toString('hex').toUpperCase(),
  };
  return plug.keys;
}

/** Returns the public key of the meter at a plug as it is printed on the meter: SPKI in hexadecimal. */
export const publicKeyOf = (plug: Plug): string => keysOf(plug).publicHex;

const evseIdOf = ({ facts }: Station, { number }: Plug): string =>
  facts.evseIds?.[number - 1] ?? `DE*SIM*E${facts.id.replace(/[^A-Z0-9]/gi, '')}*${number}`;

/**
 * Creates the signed records of a completed session: either one with both meter readings, or one for the start and one for the
 * end. Source: OCA, Signed Meter Values in OCPP 1.0.
 */
export function recordsOf(station: Station, plug: Plug, span: SignedSpan): SignedRecord[] {
  const { kind, key } = station.at(plug).signed;
  if (kind === 'none') return [];
  const meterId = `SIM${String(plug.number).padStart(5, '0')}`;
  const { data } = createDemoMeter({ meterId, privateKeyPem: keysOf(plug).privatePem }).signRecord({
    pagination: ++plug.pagination,
    evseId: evseIdOf(station, plug),
    startedAt: new Date(span.startedMs),
    endedAt: new Date(span.endedMs),
    startWh: span.startWh,
    endWh: span.endWh,
    timeZone: ZONE,
    tariffText: null,
    idTag: span.tag,
    isDc: station.facts.isDc,
  });
  const packed = (context: SignedRecord['context'], record: string): SignedRecord => ({
    context,
    value: {
      signedMeterData: base64(record),
      encodingMethod: 'OCMF',
      signingMethod: '',
      publicKey: key === 'setting' ? '' : base64(`oca:base16:asn1:${publicKeyOf(plug)}`),
    },
  });
  if (kind === 'forged') return [packed('Transaction.End', forged(data))];
  if (kind === 'one record') return [packed('Transaction.End', data)];
  return [
    packed('Transaction.Begin', alone(data, 'B', keysOf(plug).privatePem)),
    packed('Transaction.End', alone(data, 'E', keysOf(plug).privatePem)),
  ];
}

interface Packed {
  signedMeterData: string;
  publicKey: string;
}

/** By name, the functions that encode a signed value for messages of OCPP 1.6. */
const WIRED: Readonly<Record<PlugSwitches['signed']['as'], (value: Packed, record: string, plug: Plug) => string>> = {
  OCA: value => JSON.stringify(value),
  'older name': ({ signedMeterData, ...value }) => JSON.stringify({ ...value, signedMeterValue: signedMeterData }),
  bare: (_value, record) => record,
  base64: ({ signedMeterData }) => signedMeterData,
  hex: (_value, record) => Buffer.from(record).toString('hex'),
  XML: (_value, record, plug) =>
    '<?xml version="1.0" encoding="UTF-8"?><values><value context="Transaction.End">' +
    `<signedData format="OCMF" encoding="plain">${record.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</signedData>` +
    `<publicKey encoding="plain">${publicKeyOf(plug)}</publicKey></value></values>`,
};

export function wiredValue(station: Station, plug: Plug, { value }: SignedRecord): string {
  const packed = value as unknown as Packed;
  return WIRED[station.at(plug).signed.as](packed, Buffer.from(packed.signedMeterData, 'base64').toString(), plug);
}

/** Forges a record: adds 1 kWh to the final meter reading and leaves the signature unchanged. */
const forged = (record: string): string =>
  record.replace(/("TX":"E","RV":)(\d+)/, (_all, name, kwh) => `${name}${Number(kwh) + 1}`);

/** Creates a signed record from one of the two meter readings: that at the start (B) or that at the end (E). */
function alone(record: string, end: 'B' | 'E', privateKeyPem: string): string {
  const payload = (record.split('|')[1] ?? '').replace(
    /"RD":\[(.*?\}),(\{.*\})\]/,
    (_all, begin, last) => `"RD":[${end === 'B' ? begin : last}]`,
  );
  const SD = sign('sha256', Buffer.from(payload), privateKeyPem).toString('hex').toUpperCase();
  return `OCMF|${payload}|{"SA":"ECDSA-secp256r1-SHA256","SD":"${SD}"}`;
}
