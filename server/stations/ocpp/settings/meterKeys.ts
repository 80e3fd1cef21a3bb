import { publicKeyHex } from '../../../../shared/util/publicKey.ts';
import { connectorId16, type PlugNumbers } from '../chargePoints/plugs.ts';
import type { StationRecord } from '../chargePoints/registry.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import type { Wanted } from './requiredSettings.ts';
import type { SettingCalls } from './setting.ts';

interface MeterKeysOptions {
  settings: SettingCalls;
  plugs: readonly PlugNumbers[];
  known: StationRecord['meterKeys'];
  now: Date;
}

/**
 * Reads the public keys of a station's meters, for signed records that contain no key ("Signed Meter Values in OCPP" §3.2.2). A
 * key that can no longer be read stays stored.
 * @throws CallFailed if the station does not respond, or refuses the request
 */
export async function readMeterKeys(
  socket: StationSocket,
  { settings, plugs, known = {}, now }: MeterKeysOptions,
): Promise<NonNullable<StationRecord['meterKeys']>> {
  const numbers = [...new Set(plugs.map(plug => (socket.protocol === 'ocpp1.6' ? connectorId16(plug) : plug.evse)))];
  const read = await settings.read(socket, numbers.map(settingOf));
  const found = numbers.flatMap((number, at) => {
    const key = publicKeyHex(read[at]?.value ?? '');
    const isNew = key !== '' && known[number]?.key !== key;
    return isNew ? [[String(number), { key, readAt: now.toISOString() }] as const] : [];
  });
  return { ...known, ...Object.fromEntries(found) };
}

const settingOf = (number: number): Wanted => ({
  key: `MeterPublicKey${number}`,
  variable: { component: 'FiscalMetering', evse: number, variable: 'PublicKey' },
  values: [],
  means: null,
});
