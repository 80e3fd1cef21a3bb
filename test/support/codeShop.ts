import type { PointRecord } from '../../server/core/records/records.ts';
import type { Operator } from '../../server/operator/operator.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { passwordAt } from '../../server/stations/ocpp/codes/password.ts';
import { type CodeSetting, createCodes } from '../../server/stations/ocpp/codes/secrets.ts';
import { createFakeStations } from './fakeStations.ts';
import { type RunningApp, startApp } from './openApp.ts';
import { rowsInMemory } from './rowsInMemory.ts';

/** The demo shop with one charging station whose EVSEs display QR codes for payment, and one station without QR codes. */
export interface CodeShop extends RunningApp {
  /** Returns the one-time password in the QR code of an EVSE, now or `secondsAgo` seconds ago (negative: in the future). */
  shown(evse: number, secondsAgo?: number): string;
  /** The calls of `sendPaymentStarted` so far, each as text `evseId timeoutS`. */
  readonly paying: readonly string[];
  /** Makes all stations unreachable. */
  cutOff(): void;
}

const SOURCE = 'ocpi';
export const CHARGE_POINT = 'CS 7/Köln';
const NO_CODES = 'CS8';
/** Charging station and EVSE number per EVSE id. Station CS8 displays no QR codes. */
const EVSES: Readonly<Record<string, { id: string; evse: number }>> = {
  'DE*BLF*E1001*1': { id: CHARGE_POINT, evse: 1 },
  'DE*BLF*E1001*2': { id: CHARGE_POINT, evse: 2 },
  'DE*FRW*E2002*2': { id: CHARGE_POINT, evse: 3 },
  'DE*BLF*E1002*1': { id: NO_CODES, evse: 1 },
};

export async function openCodeShop(): Promise<CodeShop> {
  const fakes = createFakeStations(() => open.app.backend as Operator);
  const codes = createCodes({
    store: rowsInMemory(),
    clock: { now: () => new Date() },
    secret: 'x'.repeat(40),
    origin: 'https://x',
  });
  const settings = new Map<number, readonly CodeSetting[]>();
  for (const { id, evse } of Object.values(EVSES)) {
    if (id !== CHARGE_POINT) continue;
    settings.set(evse, await codes.proposeCode(id, evse));
    await codes.settleCode(id, evse, 'accepted');
  }
  const paying: string[] = [];
  const open = await startApp({
    stations: [
      {
        name: SOURCE,
        run: async () => undefined,
        stations: {
          ...fakes,
          async checkCode({ address: { chargePoint }, ...request }) {
            if (!chargePoint) return { is: 'unknown' };
            return codes.checkCode({ ...request, station: chargePoint.id, evse: chargePoint.evse, at: new Date() });
          },
          sendPaymentStarted: async ({ address: { evseId }, timeoutS }) => void paying.push(`${evseId} ${timeoutS}`),
        },
      },
    ],
  });
  const shop = await readOperatorData('demo');
  await (open.app.backend as Operator).importData({ ...shop, points: shop.points.map(withStation) });
  return {
    ...open,
    paying,
    cutOff: fakes.cutOff,
    shown: (evse, secondsAgo = 0) => passwordShown(settings.get(evse) ?? [], secondsAgo),
  };
}

function withStation(point: PointRecord): PointRecord {
  const { station } = point;
  const known = EVSES[point.evseId];
  if (!known || !station) return point;
  return { ...point, station: { ...station, source: SOURCE, chargePoint: { ...known, connectors: {} } } };
}

function passwordShown(settings: readonly CodeSetting[], secondsAgo: number): string {
  const value = (name: string) => settings.find(({ variable }) => variable === name)?.value ?? '';
  const rule = {
    sharedSecret: value('SharedSecret'),
    validityS: Number(value('ValidityTime')),
    length: Number(value('Length')),
  };
  return passwordAt(rule, new Date(Date.now() - secondsAgo * 1000));
}
