import type { KeyValueStore } from '../../core/ports/ports.ts';
import type { SignedValue } from '../../core/ports/stationPort.ts';
import { courseOf, readingsBetween } from './meter.ts';
import { createDemoMeter } from './ocmf.ts';
import type { SimulatedStart } from './plug.ts';

interface StoredMeter {
  privateKeyPem: string;
  displayWh: number;
  pagination: number;
}

const FIRST_DISPLAY_WH = 4_711_204;

/**
 * Signs a finished session with the connector's meter. The meter's key, display and record count are stored, so that they
 * survive restarts.
 */
export async function signSession(keyValueStore: KeyValueStore, start: SimulatedStart, now: Date): Promise<SignedValue> {
  const key = `meter:${start.evseId}:${start.connector}`;
  const stored = (await keyValueStore.get(key)) as StoredMeter | null;
  const meterId = `DEMO${start.evseId.replace(/\D/g, '').slice(-6).padStart(6, '0')}${start.connector}`;
  const meter = createDemoMeter({ meterId, privateKeyPem: stored?.privateKeyPem ?? null });
  const { startsAt, endsAt } = courseOf(start);
  const startWh = stored?.displayWh ?? FIRST_DISPLAY_WH;
  const last = readingsBetween(start, { since: new Date((endsAt ?? now).getTime() - 1), until: now }).at(-1);
  const endWh = startWh + (last?.energyWh ?? 0);
  const pagination = (stored?.pagination ?? 0) + 1;
  const signed = meter.signRecord({
    pagination,
    evseId: start.evseId,
    startWh,
    endWh,
    timeZone: start.timeZone,
    tariffText: start.tariffText,
    startedAt: startsAt ?? now,
    endedAt: endsAt ?? now,
    idTag: start.authorizationReference.slice(0, 20),
    isDc: start.isDc,
  });
  await keyValueStore.put(key, { privateKeyPem: meter.privateKeyPem, displayWh: endWh, pagination } satisfies StoredMeter);
  return signed;
}
