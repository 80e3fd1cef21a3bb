import { createHash } from 'node:crypto';
import { inAllLanguages, PAYLOAD, publicationHead } from '../../core/afir/publication.ts';
import { helpPhoneOf } from '../../core/afir/siteFacts.ts';
import { type FeedBrand, type PricedPoint, type PublishedPoint, siteIdOf, tableIdOf, tableSite } from '../../core/afir/table.ts';
import type { FeedDocument } from '../../core/ports/feedPort.ts';
import type { ClientRecord } from '../../core/records/records.ts';
import { type FeedPoint, listFeedPoints } from '../../store/shop/feedPoints.ts';
import { createFeedDocument } from './feedDocument.ts';
import { createPointPricer, type FeedContext } from './pricedPoints.ts';

/** Reasons why a point is not published (AFIR art. 20(2)). */
export type LeftOut = 'no-position' | 'no-operator' | 'no-phone' | 'no-price';

export interface FeedTable {
  document: FeedDocument;
  tableId: string;
  tableVersion: string;
  /** Published points by EVSE ID. */
  points: ReadonlyMap<string, PublishedPoint>;
  leftOut: readonly { evseId: string; reason: LeftOut }[];
  /** By EVSE ID: when this process first published the point with its present prices, in epoch milliseconds. */
  pricedAt: ReadonlyMap<string, number>;
}

const POINTS_AT_ONCE = 200;

/** Reads all points of a brand, in groups with one address. */
async function* addresses(context: Pick<FeedContext, 'store'>, clientId: string): AsyncGenerator<FeedPoint[]> {
  let group: FeedPoint[] = [];
  let after: FeedPoint | null = null;
  for (;;) {
    const page: FeedPoint[] = await listFeedPoints(context.store.db, { clientId, after, limit: POINTS_AT_ONCE });
    for (const point of page) {
      if (group[0] && group[0].place !== point.place) {
        yield group;
        group = [];
      }
      group.push(point);
    }
    after = page.at(-1) ?? null;
    if (page.length < POINTS_AT_ONCE) break;
  }
  if (group.length > 0) yield group;
}

/** Creates the static document of a brand. Its parts are compressed as they come, so the memory does not hold the whole JSON. */
export async function createTable(
  context: FeedContext,
  client: ClientRecord,
  { isTest, before }: { isTest: boolean; before: FeedTable | null },
): Promise<FeedTable> {
  const at = context.clock.now();
  const brand: FeedBrand = {
    client,
    methods: context.payments.methods?.(client.paymentAccount) ?? ['card'],
    plugNames: numbers =>
      inAllLanguages(client, lang => numbers.map(number => context.translator(lang, 'plug.number', { number })).join(', ')),
  };
  const pricer = createPointPricer(context, client);
  const points = new Map<string, PublishedPoint>();
  const leftOut: { evseId: string; reason: LeftOut }[] = [];
  const hash = createHash('sha256').update(client.name);
  const tableId = tableIdOf(client);
  let tableVersion = '';

  const head = JSON.stringify(publicationHead(client, { at: at.toISOString(), isTest })).slice(0, -1);
  async function* parts() {
    const payload = JSON.stringify(PAYLOAD).slice(0, -1);
    yield `{"payload":${payload},"aegiEnergyInfrastructureTablePublication":${head},"energyInfrastructureTable":[`;
    yield `{"idG":${JSON.stringify(tableId)},"tableName":${JSON.stringify(client.name)},"energyInfrastructureSite":[`;
    let isFirst = true;
    for await (const address of addresses(context, client.id)) {
      const priced: PricedPoint[] = [];
      for (const each of address) {
        const point = await pricer.priced(each);
        const reason = reasonAgainst(client, each, point);
        if (reason === null && point) priced.push(point);
        else leftOut.push({ evseId: each.point.evseId, reason: reason ?? 'no-price' });
      }
      for (const own of Map.groupBy(priced, ({ point }) => siteIdOf(point)).values()) {
        const { site, published } = tableSite(brand, own);
        for (const point of published) points.set(point.evseId, point);
        hash.update(site.versionG);
        yield `${isFirst ? '' : ','}${JSON.stringify(site)}`;
        isFirst = false;
      }
    }
    tableVersion = hash.digest('hex').slice(0, 12);
    yield `],"versionG":"${tableVersion}"}]}}}`;
  }
  const document = await createFeedDocument(parts(), at);
  return { document, tableId, tableVersion, points, leftOut, pricedAt: pricedAt(points, { before, at: at.getTime() }) };
}

function pricedAt(
  points: FeedTable['points'],
  { before, at }: { before: FeedTable | null; at: number },
): ReadonlyMap<string, number> {
  return new Map(
    [...points.values()].map(({ evseId, energyRateUpdate }) => {
      const isSame = before?.points.get(evseId)?.energyRateUpdate === energyRateUpdate;
      return [evseId, (isSame && before.pricedAt.get(evseId)) || at];
    }),
  );
}

function reasonAgainst(client: ClientRecord, { point }: FeedPoint, priced: PricedPoint | null): LeftOut | null {
  if (client.parties.length === 0) return 'no-operator';
  if (!point.coordinates) return 'no-position';
  if (helpPhoneOf(point, client) === null) return 'no-phone';
  return priced === null ? 'no-price' : null;
}
