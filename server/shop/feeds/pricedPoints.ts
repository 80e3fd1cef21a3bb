import { Temporal } from 'temporal-polyfill';
import { deliveryFees, type EnergyPrice, energyPrices, type PricedVersion } from '../../core/afir/energyPrices.ts';
import { inAllLanguages } from '../../core/afir/publication.ts';
import type { FeedRate, PricedPoint } from '../../core/afir/table.ts';
import type { ClientRecord, ConnectorRecord, PointRecord } from '../../core/records/records.ts';
import { periodAt, type TariffPeriod } from '../../core/records/tariffPeriods.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { type FeedPoint, findAddedAt } from '../../store/shop/feedPoints.ts';
import { vatOf } from '../catalogue/pricingLocation.ts';
import { loadTariffState } from '../catalogue/tariffState.ts';

interface CurrentTariff {
  versions: PricedVersion[];
  updatedAt: Date;
}

/** Finds the prices of points. Points with the same tariff share them, so create one for each document. */
export interface PointPricer {
  /** Null: a connector has no price at present. */
  priced(point: FeedPoint): Promise<PricedPoint | null>;
}

/** What the feed needs of the operator's context. */
export type FeedContext = Pick<OperatorContext, 'store' | 'clock' | 'translator'> & {
  payments: Pick<OperatorContext['payments'], 'methods'>;
};

export function createPointPricer(context: FeedContext, client: ClientRecord): PointPricer {
  const { clock, translator } = context;
  const now = clock.now();
  const tariffs = new Map<string, Promise<CurrentTariff | null>>();
  const prices = new Map<string, EnergyPrice[]>();
  const tariffOf = (id: string) => {
    const known = tariffs.get(id) ?? currentTariff(context, id, now);
    tariffs.set(id, known);
    return known;
  };

  function pricesOf(
    tariff: CurrentTariff,
    { id, point, connector }: { id: string; point: PointRecord; connector: ConnectorRecord },
  ) {
    const key = JSON.stringify([id, point.timeZone, connector.powerW, vatOf(client, point)]);
    const known = prices.get(key);
    if (known) return known;
    const found = energyPrices({
      versions: tariff.versions,
      timeZone: point.timeZone,
      powerW: connector.powerW,
      vatPercent: vatOf(client, point),
      since: Temporal.Instant.fromEpochMilliseconds(tariff.updatedAt.getTime()),
      textOf: (name, values) => inAllLanguages(client, lang => translator(lang, `feed.${name}`, values)),
    });
    prices.set(key, found);
    return found;
  }

  return {
    async priced({ point, changedAt }) {
      const rates: FeedRate[] = [];
      for (const connector of point.connectors) {
        const tariff = await tariffOf(connector.tariffId);
        const current = tariff?.versions[0]?.tariff;
        if (!tariff || !current) return null;
        const found = pricesOf(tariff, { id: connector.tariffId, point, connector });
        const fees = deliveryFees(
          tariff.versions.map(version => version.tariff),
          vatOf(client, point),
        );
        const same = rates.find(rate => JSON.stringify([rate.prices, rate.fees]) === JSON.stringify([found, fees]));
        if (same) same.connectorIds = [...same.connectorIds, connector.id];
        else
          rates.push({
            name: rates.some(({ name }) => name === connector.tariffId)
              ? `${connector.tariffId}/${connector.id}`
              : connector.tariffId,
            connectorIds: [connector.id],
            currency: current.currency,
            updatedAt: tariff.updatedAt,
            prices: found,
            fees,
          });
      }
      return { point, changedAt, rates };
    },
  };
}

/** Returns the versions of a tariff that apply now and later. Null: no version applies now. */
async function currentTariff({ store }: Pick<FeedContext, 'store'>, id: string, now: Date): Promise<CurrentTariff | null> {
  const { periods } = await loadTariffState(store.db, id);
  const current = periodAt(periods, now.getTime());
  if (!current) return null;
  const versions = versionsFrom(periods, now.getTime());
  const added = await Promise.all(versions.map(({ version }) => findAddedAt(store.db, { id, version })));
  const updated = Math.max(current.from ?? 0, ...added.map(each => each.getTime()));
  return { versions, updatedAt: new Date(Math.min(updated, now.getTime())) };
}

/** Divides the time from now on into the periods in which one version applies. */
function versionsFrom(periods: readonly TariffPeriod[], nowMs: number): (PricedVersion & { version: string })[] {
  const bounds = periods.flatMap(({ from, until }) => [from, until]).filter(bound => bound !== null);
  const changes = [...new Set(bounds)].filter(bound => bound > nowMs).sort((a, b) => a - b);
  const found: (PricedVersion & { version: string })[] = [];
  for (const [at, start] of [nowMs, ...changes].entries()) {
    const period = periodAt(periods, start);
    if (!period) continue;
    const until = changes[at] ?? null;
    const last = found.at(-1);
    if (last?.version === period.version && last.until === start) last.until = until;
    else found.push({ version: period.version, tariff: period.tariff, from: start === nowMs ? period.from : start, until });
  }
  return found;
}
