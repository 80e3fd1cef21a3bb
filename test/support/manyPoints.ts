import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const CLIENT = 'blaufink';
/** Power of a fast charger, so that a few minutes of charging cost something. */
const POWER_W = 150_000;

export const evseOf = (n: number): string => `DE*BLF*E${20_000 + n}*1`;
export const stationOf = (n: number): string => `ST${n}`;

export interface Shop {
  /** Folder with the operator's data. The app gets it in the setting `OPERATOR_DATA`. */
  folder: string;
  close(): void;
}

export const tariffOf = (n: number): string => `MANY-${String(n).padStart(5, '0')}`;

/**
 * Copies the demo shop and adds `count` points with a price for energy only. `hasStations`: each new point has its own station.
 * `tariffs`: number of additional tariffs that the points share. `perFile`: number of points in one file, which is one
 * location with an address of its own. Default: all, at the address of the demo.
 */
export function shopWith(count: number, { hasStations = false, tariffs = 0, perFile = count } = {}): Shop {
  const folder = mkdtempSync(path.join(tmpdir(), 'many-points-'));
  cpSync('demo', folder, { recursive: true });
  const file = path.join(folder, 'locations/koeln-blaufink.json');
  const locations = JSON.parse(readFileSync(file, 'utf8')) as {
    id: string;
    address: string;
    evses: { connectors: object[] }[];
  }[];
  const [like] = locations;
  const evse = like?.evses[0];
  if (!like || !evse) throw new Error('The demo shop has lost a point');
  const dc = { standard: 'IEC_62196_T2_COMBO', format: 'CABLE', power_type: 'DC', max_electric_power: POWER_W };
  const connectors = [{ ...evse.connectors[0], ...dc, max_voltage: 920, max_amperage: 200 }];
  const soldBy = (n: number) => (tariffs === 0 ? {} : { tariff_ids: [tariffOf(n % tariffs)] });
  const evseAt = (n: number) => ({
    ...evse,
    connectors: connectors.map(each => ({ ...each, ...soldBy(n) })),
    uid: `S${n}`,
    evse_id: evseOf(n),
  });
  const priced = path.join(folder, 'tariffs/blaufink.json');
  const [plain, ...others] = JSON.parse(readFileSync(priced, 'utf8')) as { id: string }[];
  const alike = Array.from({ length: tariffs }, (_, n) => ({ ...plain, id: tariffOf(n) }));
  writeFileSync(priced, JSON.stringify([plain, ...others, ...alike]));
  for (let from = 0; from < count; from += perFile) {
    const evses = Array.from({ length: Math.min(perFile, count - from) }, (_, n) => evseAt(from + n));
    const id = `many-${from}`;
    writeFileSync(
      path.join(folder, `locations/${id}.json`),
      JSON.stringify([{ ...like, id, evses, address: perFile < count ? `${like.address} ${from}` : like.address }]),
    );
  }
  const chargePoints = Object.fromEntries(Array.from({ length: count }, (_, n) => [stationOf(n), [evseOf(n)]]));
  if (hasStations) writeFileSync(path.join(folder, 'chargePoints.json'), JSON.stringify(chargePoints));
  return { folder, close: () => rmSync(folder, { recursive: true, force: true }) };
}
