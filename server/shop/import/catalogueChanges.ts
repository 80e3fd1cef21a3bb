import type { Tariff } from '../../../shared/model/tariff.ts';
import { iso } from '../../../shared/model/time.ts';
import { canonicalJson } from '../../core/formats/tariffRecord.ts';
import { priceRows, unitPriceText, whenOf } from '../../core/pricing/priceRows.ts';
import type { ClientRecord, OperatorData } from '../../core/records/records.ts';
import { CONSOLE, FILES, periodAt, type TariffPeriod } from '../../core/records/tariffPeriods.ts';
import type { StoredCatalogue } from '../../store/shop/readCatalogue.ts';

const MAX_LINES = 30;

/** The description if an import changes nothing. */
export const NO_CHANGES: readonly string[] = ['No changes.'];

/** What an import changes, described in English: prices as old → new with the time of the change, points, and brands. */
export interface CatalogueChanges {
  prices: readonly string[];
  points: readonly string[];
  brands: readonly string[];
  /** The EVSE IDs behind `points`, and the ids of the brands behind `brands`, for texts in other languages. */
  pointIds: PointIds;
  brandIds: readonly string[];
}

interface PointIds {
  added: readonly string[];
  removed: readonly string[];
  changed: readonly string[];
}

/**
 * Compares the catalogue with the data of an import.
 * @param retainsConsole true if changes of prices by staff stay
 */
export function changesBetween(
  before: StoredCatalogue,
  after: OperatorData,
  { now, retainsConsole }: { now: Date; retainsConsole: boolean },
): CatalogueChanges {
  const pointIds = changedPoints(before, after);
  const brands = clientChanges(before.clients, after.clients);
  return {
    prices: priceChanges(before.periods, afterImport(before.periods, after, { retainsConsole }), now),
    points: pointLines(pointIds),
    brands: brands.map(({ line }) => line),
    pointIds,
    brandIds: brands.map(({ id }) => id),
  };
}

/** Describes in English what an import changes. The parameters are those of `changesBetween`. */
export const changeLines = (...compared: Parameters<typeof changesBetween>): readonly string[] =>
  linesOf(changesBetween(...compared));

/** Returns the changes as lines, of which a long list is cut off. */
export function linesOf({ prices, points, brands }: CatalogueChanges): readonly string[] {
  const lines = [...prices, ...points, ...brands];
  const more = lines.length - MAX_LINES;
  if (lines.length === 0) return NO_CHANGES;
  return [...lines.slice(0, MAX_LINES), ...(more > 0 ? [`… and ${more} more changes`] : [])];
}

/** Returns the periods of all tariffs after an import. */
const afterImport = (
  before: readonly TariffPeriod[],
  { tariffs }: OperatorData,
  { retainsConsole }: { retainsConsole: boolean },
): readonly TariffPeriod[] => [
  ...tariffs.map(tariff => ({ ...tariff, source: FILES })),
  ...(retainsConsole ? before.filter(({ source }) => source === CONSOLE) : []),
];

function priceChanges(before: readonly TariffPeriod[], after: readonly TariffPeriod[], now: Date): string[] {
  const [old, fresh] = [Map.groupBy(before, ({ id }) => id), Map.groupBy(after, ({ id }) => id)];
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .sort()
    .flatMap(id => tariffChanges({ id, before: old.get(id) ?? [], after: fresh.get(id) ?? [], nowMs: now.getTime() }));
}

interface TariffComparison {
  id: string;
  before: readonly TariffPeriod[];
  after: readonly TariffPeriod[];
  nowMs: number;
}

/** Compares the prices now, and at each later time at which a price starts or ends. */
function tariffChanges({ id, before, after, nowMs }: TariffComparison): string[] {
  const edges = [...before, ...after].flatMap(({ from, until }) => [from, until]).filter(ms => ms !== null && ms > nowMs);
  const times = [nowMs, ...new Set(edges as number[])].sort((a, b) => a - b);
  let last = '';
  return times.flatMap(ms => {
    const [old, fresh] = [periodAt(before, ms)?.tariff ?? null, periodAt(after, ms)?.tariff ?? null];
    const change = tariffDifference(old, fresh).join('; ');
    const isNew = change !== '' && change !== last;
    last = change;
    const since = ms === nowMs ? 'now' : `${iso(new Date(ms)).slice(0, 16).replace('T', ' ')} UTC`;
    return isNew ? [`tariff ${id} from ${since}: ${change}`] : [];
  });
}

/** Describes how two versions of a tariff differ: 'energy Mon Tue 0.49 → 0.52 EUR/kWh'. Empty if the prices are equal. */
export function tariffDifference(before: Tariff | null, after: Tariff | null): string[] {
  if (before === null || after === null)
    return before === after ? [] : [after === null ? 'no price' : `new, ${[...pricesIn(after)].map(words).join(', ')}`];
  const [old, fresh] = [pricesIn(before), pricesIn(after)];
  const differences = [...new Set([...old.keys(), ...fresh.keys()])].flatMap(name => {
    const [was, is] = [old.get(name), fresh.get(name)];
    if (was?.amount === is?.amount && was?.unit === is?.unit) return [];
    const isSameUnit = was === undefined || is === undefined || was.unit === is.unit;
    return [`${name} ${isSameUnit ? (was?.amount ?? '–') : priceText(was)} → ${is ? priceText(is) : '–'}`];
  });
  const isSame = differences.length > 0 || canonicalJson(before) === canonicalJson(after);
  return isSame ? differences : ['order or limits of the prices'];
}

interface Price {
  amount: string;
  unit: string;
}

const priceText = ({ amount, unit }: Price): string => `${amount} ${unit}`;
const words = ([name, price]: readonly [string, Price]): string => `${name} ${priceText(price)}`;

/** Returns the prices of a tariff by what they are for. Names that occur several times are numbered. */
function pricesIn(tariff: Tariff): Map<string, Price> {
  const prices = new Map<string, Price>();
  for (const row of priceRows(tariff)) {
    const name = [row.kind, whenOf(row)].filter(Boolean).join(' ');
    const limit = row.maxMinor === null ? '' : `, at most ${(row.maxMinor / 100).toFixed(2)}`;
    const unit = `${tariff.currency}/${row.unit === 'kwh' ? 'kWh' : row.unit}${limit}`;
    let unique = name;
    for (let n = 2; prices.has(unique); n += 1) unique = `${name} (${n})`;
    prices.set(unique, { amount: unitPriceText(row.priceMicro), unit });
  }
  return prices;
}

function changedPoints({ points: before }: StoredCatalogue, { points: after }: OperatorData): PointIds {
  const old = new Map(before.map(point => [point.evseId, canonicalJson(point)]));
  const fresh = new Map(after.map(point => [point.evseId, canonicalJson(point)]));
  return {
    added: [...fresh.keys()].filter(id => !old.has(id)),
    removed: [...old.keys()].filter(id => !fresh.has(id)),
    changed: [...fresh].flatMap(([id, json]) => ((old.get(id) ?? json) === json ? [] : [id])),
  };
}

function pointLines({ added, removed, changed }: PointIds): string[] {
  const named = (what: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : [`points ${what}: ${ids.length}, ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', …' : ''}`];
  return [...named('added', added), ...named('no longer offered', removed), ...named('changed', changed)];
}

function clientChanges(before: readonly ClientRecord[], after: readonly ClientRecord[]): { id: string; line: string }[] {
  const fresh = new Map(after.map(client => [client.id, client]));
  const old = new Map(before.map(client => [client.id, client]));
  return [...new Set([...old.keys(), ...fresh.keys()])].sort().flatMap(id => {
    const [was, is] = [old.get(id), fresh.get(id)];
    if (!was || !is) return [{ id, line: `brand ${id}: ${was ? 'no longer offered' : 'added'}` }];
    const fields = Object.keys({ ...was, ...is }).filter(field => !isSameField(field as keyof ClientRecord, was, is));
    return fields.length === 0 ? [] : [{ id, line: `brand ${id}: ${fields.join(', ')} changed` }];
  });
}

/** The database retains VAT rates of countries that the files no longer name. Their absence is no change. */
function isSameField(field: keyof ClientRecord, was: ClientRecord, is: ClientRecord): boolean {
  const value = field === 'vat' ? { ...was.vat, ...is.vat } : is[field];
  return canonicalJson(was[field] ?? null) === canonicalJson(value ?? null);
}
