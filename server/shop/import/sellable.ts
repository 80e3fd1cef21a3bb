import type { Currency } from '../../../shared/model/money.ts';
import { iso } from '../../../shared/model/time.ts';
import { CLIENTS_FILE } from '../../core/formats/folder.ts';
import { isFree } from '../../core/pricing/isFree.ts';
import type {
  ClientRecord,
  ConnectorRecord,
  DataFault,
  DatedTariff,
  OperatorData,
  PointRecord,
} from '../../core/records/records.ts';
import { isValidAt } from '../../core/records/tariffPeriods.ts';
import { minHoldMinor, type SellingTerms } from '../catalogue/terms.ts';

/** The result of checking which connectors of an operator's data drivers could use now. */
export interface Sellable {
  points: number;
  plugs: number;
  /** The number of connectors that drivers could pay for now, whatever state the stations report. */
  sold: number;
  /** Warnings about connectors that cannot be offered now, and about tariffs whose prices will end. */
  remarks: readonly DataFault[];
}

/** A connector with the data that decides whether drivers can pay for it. */
interface Plug {
  point: PointRecord;
  connector: ConnectorRecord;
  client: ClientRecord;
  /** The index of the brand in clients.json. */
  at: number;
}

type Obstacle = DataFault;

/** Finds the connectors that drivers could pay for now. The driver's page shows all remaining connectors as "not available". */
export function findSellable(data: OperatorData, terms: SellingTerms): Sellable {
  const plugs = plugsOf(data);
  const tariffs = new Map<string, DatedTariff[]>();
  const byBeginning = [...data.tariffs].sort((a, b) => (a.from ?? 0) - (b.from ?? 0));
  for (const tariff of byBeginning) tariffs.set(tariff.id, [...(tariffs.get(tariff.id) ?? []), tariff]);
  const known = new Map<string, Obstacle | null>();
  const obstacles = plugs.flatMap(plug => {
    const { point, connector } = plug;
    const alike = [point.clientId, point.country, point.timeZone, point.region, connector.tariffId, connector.powerW].join();
    // Checks with `has`, because null is a cached result too: most connectors have no obstacle.
    if (!known.has(alike)) known.set(alike, obstacleOf(plug, tariffs.get(connector.tariffId) ?? [], terms));
    return known.get(alike) ?? [];
  });
  const counted = new Map<string, Obstacle & { count: number }>();
  for (const obstacle of obstacles) {
    const key = JSON.stringify(obstacle);
    counted.set(key, { ...obstacle, count: (counted.get(key)?.count ?? 0) + 1 });
  }
  const nowMs = terms.clock.now().getTime();
  return {
    points: data.points.length,
    plugs: plugs.length,
    sold: plugs.length - obstacles.length,
    remarks: [
      ...[...counted.values()].map(({ file, path, reason, count }) => ({
        file,
        path,
        reason: `${count} of ${plugs.length} plugs cannot be offered: ${reason}`,
      })),
      ...[...tariffs].flatMap(([id, dated]) => gapRemark({ id, dated, nowMs })),
    ],
  };
}

function plugsOf({ clients, points }: OperatorData): Plug[] {
  const sellers = new Map(clients.map((client, at) => [client.id, { client, at }]));
  return points.flatMap(point => {
    const seller = sellers.get(point.clientId);
    return seller ? point.connectors.map(connector => ({ ...seller, point, connector })) : [];
  });
}

/** Returns the reason why a connector cannot be offered now; null if there is none. */
function obstacleOf(plug: Plug, dated: readonly DatedTariff[], terms: SellingTerms): Obstacle | null {
  const now = terms.clock.now();
  const current = dated.findLast(each => isValidAt(each, now.getTime()));
  if (!current) return { file: 'tariffs', path: plug.connector.tariffId, reason: 'no price applies today' };
  const { tariff } = current;
  if (isFree(tariff)) return null;
  const { currency } = tariff;
  const where = { file: CLIENTS_FILE, path: `$[${plug.at}].holds.${currency}` };
  const holds = plug.client.holds[currency] ?? [];
  if (holds.length === 0) return { ...where, reason: `${plug.client.id} has no hold amounts in ${currency}` };
  const minimumMinor = minHoldMinor(terms, { ...plug, tariff });
  if (holds.some(amountMinor => amountMinor >= minimumMinor)) return null;
  const offered = holds.map(amountMinor => inUnits(amountMinor, currency)).join(', ');
  return {
    ...where,
    reason: `the holds ${offered} are too small, ${inUnits(minimumMinor, currency)} is the minimum (write hundredths: 5000 is 50.00 ${currency})`,
  };
}

const inUnits = (amountMinor: number, currency: Currency): string => `${(amountMinor / 100).toFixed(2)} ${currency}`;

/** Returns a warning if a tariff with a current price will have no price from a certain time on. */
function gapRemark({ id, dated, nowMs }: { id: string; dated: readonly DatedTariff[]; nowMs: number }): DataFault[] {
  if (!dated.some(each => isValidAt(each, nowMs))) return [];
  const ends = dated.flatMap(({ until }) => (until !== null && until > nowMs ? until : []));
  const gap = ends.sort((a, b) => a - b).find(end => !dated.some(each => isValidAt(each, end)));
  if (gap === undefined) return [];
  return [{ file: 'tariffs', path: id, reason: `has no price from ${iso(gap)} on: its plugs are then not offered` }];
}
