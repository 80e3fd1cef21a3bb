import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { SignedValue } from '../../core/ports/stationPort.ts';

/** A finished session as its meter recorded it. `startWh` and `endWh` are what the meter displays. */
export interface MeteredSession {
  /** Number of the meter's record. Numbers have no gaps. */
  pagination: number;
  evseId: string;
  startedAt: Date;
  endedAt: Date;
  startWh: number;
  endWh: number;
  /** IANA time zone of the point, because records contain local time. */
  timeZone: string;
  /** The tariff text to sign (field TT), truncated to 250 characters. Null: none. */
  tariffText: string | null;
  /** What identifies the driver (field ID). */
  idTag: string;
  isDc?: boolean;
}

export interface DemoMeter {
  /** Public key as SPKI in hex, as it would be printed on the meter's housing. */
  publicKey: string;
  /** Private key as PKCS #8. The caller stores it, so that the meter stays the same after a restart. */
  privateKeyPem: string;
  /** Makes a record of a whole session, with the readings at its begin and end, signed with ECDSA over P-256. */
  signRecord(session: MeteredSession): SignedValue;
}

/**
 * Creates a meter that signs like a real one. Its records pass all checks of the S.A.F.E. Transparenzsoftware: version 1.3, a
 * billing-relevant OBIS code, and local time of a synchronized clock (OCMF 1.3 §§ 4–6).
 * @param privateKeyPem null to generate a new key
 */
export function createDemoMeter({
  meterId,
  privateKeyPem = null,
}: {
  meterId: string;
  privateKeyPem?: string | null;
}): DemoMeter {
  const privateKey = privateKeyPem
    ? createPrivateKey(privateKeyPem)
    : generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
  const publicKey = hex(createPublicKey(privateKey).export({ type: 'spki', format: 'der' }));
  return {
    publicKey,
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    signRecord: session => ({
      format: 'OCMF',
      context: 'Transaction.End',
      data: signed(payloadOf(meterId, session), privateKey),
      publicKey,
    }),
  };
}

function payloadOf(meterId: string, session: MeteredSession): string {
  const { timeZone, startedAt, endedAt, startWh, endWh } = session;
  const common = { RI: '1-0:1.8.0', RU: 'kWh', RT: session.isDc ? 'DC' : 'AC', EF: '', ST: 'G' };
  const payload = {
    FV: '1.3',
    GI: 'Demo meter',
    GS: meterId,
    GV: '1.0',
    PG: `T${session.pagination}`,
    MV: 'Demo',
    MM: 'Simulator',
    MS: meterId,
    MF: '1.0',
    IS: true,
    IL: 'TRUSTED',
    IF: ['OCPP_RS_TLS'],
    IT: 'CENTRAL_1',
    ID: session.idTag,
    TT: session.tariffText?.slice(0, 250),
    CT: 'EVSEID',
    CI: session.evseId,
    RD: [
      { TM: localTime(startedAt, timeZone), TX: 'B', RV: kwhMark(startWh), ...common },
      { TM: localTime(endedAt, timeZone), TX: 'E', RV: kwhMark(endWh), ...common },
    ],
  };
  // A bar separates the sections of a record, so bars in texts are escaped.
  return JSON.stringify(payload)
    .replaceAll('|', '\\u007c')
    .replace(/"RV":"([\d.]+)"/g, '"RV":$1');
}

/**
 * Writes a reading as text, whose quotes are removed later. A JSON number would lose trailing zeros, which show the meter's
 * resolution.
 */
const kwhMark = (energyWh: number): string => (energyWh / 1000).toFixed(3);

/** Returns the local time, for example '2026-11-21T10:00:00,000+0100 S'. The S means that the clock was synchronized. */
function localTime(at: Date, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  const clock = local.toPlainDateTime().toString({ fractionalSecondDigits: 3 }).replace('.', ',');
  return `${clock}${local.offset.replace(':', '')} S`;
}

function signed(payload: string, privateKey: KeyObject): string {
  const signature = hex(sign('sha256', Buffer.from(payload), privateKey));
  return `OCMF|${payload}|{"SA":"ECDSA-secp256r1-SHA256","SD":"${signature}"}`;
}

const hex = (bytes: Buffer): string => bytes.toString('hex').toUpperCase();
