import type {
  Calculated,
  CalculateRequest,
  PriceChangeBy,
  Prices,
  PricesQuery,
  TariffShown,
  TariffSold,
  TariffVersion,
} from '../../../shared/console/prices.ts';
import type { Tariff } from '../../../shared/model/tariff.ts';
import { iso } from '../../../shared/model/time.ts';
import { estimate } from '../../core/pricing/estimate.ts';
import { priceRows } from '../../core/pricing/priceRows.ts';
import { priceTable } from '../../core/pricing/priceTable.ts';
import { countPlugsSold, countTariffs, listTariffUses, listUsesOf, type TariffUse } from '../../store/shop/plugsSold.ts';
import { findTariffChanges, type TariffChange } from '../../store/shop/tariffChanges.ts';
import { findTariffAt, getTariff, listTariffsFrom } from '../../store/shop/tariffs.ts';
import { changeOf, loadTariffState, needsSecondPerson, validPeriod } from './tariffState.ts';
import {
  type Clients,
  currentClients,
  localClock,
  localInstant,
  MAX_PRICED_PLUGS,
  type PricesContext,
  pricedAt,
  remarksOn,
  type Use,
  usesOf,
} from './tariffUses.ts';

/** Number of tariffs per page. */
const TARIFFS_AT_ONCE = 20;

/** Returns one page of the tariffs in use, or only the requested one with its price table. */
export async function getPrices(context: PricesContext, { tariff, after = '', find = '', brand }: PricesQuery): Promise<Prices> {
  const clients = await currentClients(context);
  const { db } = context.store;
  const isListed = ({ clientId }: TariffUse) => clients.has(clientId) && (brand === undefined || clientId === brand);
  if (tariff !== undefined) {
    const uses = (await listUsesOf(db, tariff)).filter(isListed);
    const line = uses.length > 0 ? await sold(context, { id: tariff, brand, uses, clients }) : null;
    const count = { tariffs: line ? 1 : 0, plugs: line?.plugs ?? 0 };
    const list = { find: '', after: '', next: null, count, tariffs: line ? [line] : [] };
    return { ...list, shown: await shown(context, { id: tariff, brand, clients }), remarks: line?.remarks ?? [] };
  }
  const listed = Map.groupBy(
    await listTariffUses(db, { after, find, clientId: brand, limit: TARIFFS_AT_ONCE + 1 }),
    ({ tariffId }) => tariffId,
  );
  const ids = [...listed.keys()].slice(0, TARIFFS_AT_ONCE);
  const tariffs: TariffSold[] = [];
  for (const id of ids) {
    const uses = (listed.get(id) ?? []).filter(isListed);
    if (uses.length > 0) tariffs.push(await sold(context, { id, brand, uses, clients }));
  }
  const next = listed.size > ids.length ? (ids.at(-1) ?? null) : null;
  return { find, count: await countTariffs(db, { find, clientId: brand }), tariffs, after, next, shown: null, remarks: [] };
}

/** A tariff. `brand`: only as this brand offers the tariff. */
interface Requested {
  id: string;
  brand: string | undefined;
  clients: Clients;
}

/** Returns a line of the list of tariffs, with the prices at the first connector. */
async function sold(
  context: PricesContext,
  { id, brand, uses, clients }: Requested & { uses: readonly TariffUse[] },
): Promise<TariffSold> {
  const now = context.clock.now();
  const { db } = context.store;
  const record = await findTariffAt(db, { id, at: now });
  const samples = await usesOf(context, { id, brand, clients, limit: MAX_PRICED_PLUGS });
  const [use] = samples;
  const [next] = await listTariffsFrom(db, { id, after: now });
  const timeZone = use?.point.timeZone ?? 'UTC';
  return {
    id,
    plugs: uses.reduce((sum, { plugs }) => sum + plugs, 0),
    brand: clients.get(uses[0]?.clientId ?? '')?.name ?? '',
    remarks: record ? remarksOn(context, { ...record, uses, samples, clients }) : ['not-now'],
    table: record && use ? priceTable({ tariff: record.tariff, now, ...pricedAt(context, use) }) : null,
    clock: localClock(now, timeZone),
    announcedFrom: next ? iso(next.from) : null,
    timeZone,
    isWaiting: (await findTariffChanges(db, id)).waiting !== null,
  };
}

async function shown(context: PricesContext, { id, brand, clients }: Requested): Promise<TariffShown | null> {
  const now = context.clock.now();
  const { db } = context.store;
  const [use] = await usesOf(context, { id, brand, clients, limit: MAX_PRICED_PLUGS });
  const record = use && (await findTariffAt(db, { id, at: now }));
  if (!record) return null;
  const { client, point, connector } = use;
  const versionOf = versionsAt(context, use);
  const state = await loadTariffState(db, id);
  const current = validPeriod(state, now);
  const later = await listTariffsFrom(db, { id, after: now });
  const { waiting } = state.changes;
  return {
    ...versionOf({ ...record, from: current?.from ?? null, change: current && changeOf(state, current) }, now),
    id,
    ...(await countPlugsSold(db, { tariffId: id, clientId: brand })),
    at: {
      clientId: client.id,
      evseId: point.evseId,
      connector: connector.id,
      powerW: connector.powerW,
      country: point.country,
      timeZone: point.timeZone,
    },
    announced: later.map(each =>
      versionOf(
        { ...each, from: each.from.getTime(), change: changeOf(state, { ...each, from: each.from.getTime() }) },
        each.from,
      ),
    ),
    waiting: waiting && {
      ...versionOf(
        { ...waiting, tariff: await getTariff(db, { id, version: waiting.version }), change: waiting },
        new Date(waiting.from),
      ),
      isWithdrawal: waiting.isWithdrawal ?? false,
    },
    revision: state.revision,
    isEditable: state.periods.length > 0,
    needsSecond: await needsSecondPerson(db),
  };
}

interface DatedVersion {
  version: string;
  tariff: Tariff;
  from: number | null;
  change: TariffChange | null;
}

const byOf = ({ by, at, reason }: TariffChange): PriceChangeBy => ({ who: by, at: iso(new Date(at)), reason });

/** Returns a function that converts a version of a tariff for the console, with its prices at one connector. */
const versionsAt =
  (context: PricesContext, use: Use) =>
  ({ version, tariff, from, change }: DatedVersion, now: Date): TariffVersion => ({
    from: from === null ? null : iso(new Date(from)),
    version,
    table: priceTable({ tariff, now, ...pricedAt(context, use) }),
    rows: priceRows(tariff),
    changed: change && byOf(change),
  });

const MAX_ENERGY_WH = 1_000_000;
const MAX_MINUTES = 72 * 60;

/**
 * Calculates the price of a session at the first connector with the given tariff.
 * @returns null if the tariff is not in use, or if the input is out of range
 */
export async function calculate(context: PricesContext, request: CalculateRequest): Promise<Calculated | null> {
  const { tariff: id, energyWh, from, minutes, brand } = request;
  const [use] = await usesOf(context, { id, brand, clients: await currentClients(context), limit: MAX_PRICED_PLUGS });
  const startAt = use && localInstant(from, use.point.timeZone);
  const isWithin =
    energyWh > 0 && energyWh <= MAX_ENERGY_WH && (minutes === undefined || (minutes > 0 && minutes <= MAX_MINUTES));
  if (!use || !startAt || !isWithin) return null;
  const record = await findTariffAt(context.store.db, { id, at: startAt });
  if (!record) return null;
  const { bill, minutes: length } = estimate({
    tariff: record.tariff,
    ...pricedAt(context, use),
    startAt,
    energyWh,
    ...(minutes === undefined ? {} : { minutes }),
  });
  return { bill, minutes: length };
}
