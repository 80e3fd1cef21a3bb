import { createHmac } from 'node:crypto';
import { variableOf } from './ocpp2Variables.ts';
import { nowMs, type Plug, type Station } from './station.ts';

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Computes a one-time password as in use case C25 of OCPP 2.1, version 1 of the algorithm. */
export function oneTimePassword({
  secret,
  atMs,
  validityS,
  length,
}: {
  secret: string;
  atMs: number;
  validityS: number;
  length: number;
}): string {
  const slot = Buffer.alloc(8);
  slot.writeBigUInt64BE(BigInt(Math.floor(atMs / 1000 / validityS)));
  const hash = createHmac('sha256', secret).update(slot).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return Array.from({ length }, (_, i) => ALPHABET[(hash[(offset + i) % hash.length] ?? 0) % ALPHABET.length]).join('');
}

/** Returns the URL in the QR code that a plug displays now; null if it displays none. */
export function codeShown(station: Station, plug: Plug): string | null {
  const setting = (name: string) => variableOf(station, `WebPaymentsCtrlr@${plug.number}.${name}`);
  const template = setting('URLTemplate');
  if (template === '' || setting('Enabled').toLowerCase() !== 'true') return null;
  const [validityS, length] = [Number(setting('ValidityTime')), Number(setting('Length'))];
  const atMs = nowMs(station) + station.offsetMs + station.switches.clock.offsetMs;
  const values: Readonly<Record<string, string>> = {
    chargingstationid: encodeURIComponent(station.facts.id),
    evse: String(plug.number),
    totp: oneTimePassword({ secret: setting('SharedSecret'), atMs, validityS, length }),
    version: setting('TOTPVersion'),
  };
  return template.replace(/\{(\w+)\}/g, (all, name: string) => values[name.toLowerCase()] ?? all);
}
