import { PAYLOAD, publicationHead } from '../../core/afir/publication.ts';
import { type PointStatus, pointStatus, statusOfSite } from '../../core/afir/status.ts';
import type { PublishedPoint } from '../../core/afir/table.ts';
import type { FeedDocument } from '../../core/ports/feedPort.ts';
import type { ClientRecord } from '../../core/records/records.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { type FeedPlug, listFeedPlugs } from '../../store/shop/feedPoints.ts';
import { createFeedDocument } from './feedDocument.ts';
import type { FeedTable } from './tableDocument.ts';

export interface KnownStatus {
  status: PointStatus;
  /** Epoch milliseconds since which the point has this status, as far as this process has seen. */
  since: number;
}

export type KnownStates = ReadonlyMap<string, KnownStatus>;

const POINTS_AT_ONCE = 1000;
/**
 * Changes up to this long before the requested time are listed, too, because a process may hear of a new price late.
 * A reader who applies a change twice has the same state.
 */
const CLOCK_MARGIN_MS = 60_000;

/**
 * Reads the status of all published points.
 * @param before states of the previous reading; a changed state begins now, if the station did not report a later beginning
 */
export async function readStates(
  context: OperatorContext,
  { clientId, table, before }: { clientId: string; table: FeedTable; before: KnownStates },
): Promise<KnownStates> {
  const reach = (await context.stationAdmin?.reach()) ?? null;
  const now = context.clock.now().getTime();
  const states = new Map<string, KnownStatus>();
  let after = '';
  for (;;) {
    const plugs = await listFeedPlugs(context.store.db, { clientId, after, limit: POINTS_AT_ONCE, reach });
    for (const own of Map.groupBy(plugs, ({ evseId }) => evseId).values()) {
      const [{ evseId }] = own as [FeedPlug];
      const present = own.filter(({ connector }) => table.points.get(evseId)?.connectorIds.includes(connector));
      const status = pointStatus(present);
      const reported = Math.max(0, ...present.map(({ updatedAt }) => updatedAt.getTime()));
      const known = before.get(evseId);
      const since = known && known.status !== status ? now : Math.max(reported, known?.since ?? 0);
      states.set(evseId, { status, since: Math.min(since, now) });
    }
    const last = plugs.at(-1);
    if (!last) return states;
    after = last.compact;
  }
}

interface StatusInput {
  client: ClientRecord;
  table: FeedTable;
  states: KnownStates;
  /** Time at which the states were read, in epoch milliseconds. Readers ask for changes since this time. */
  readAt: number;
  isTest: boolean;
  /** Only points whose state or price has changed after this time, in epoch milliseconds. Null: all points. */
  changedAfter: number | null;
}

/** Creates the dynamic document of a brand (AFIR art. 20(2)(c)). */
export function createStatus({ client, table, states, readAt, isTest, changedAfter }: StatusInput): Promise<FeedDocument> {
  const at = new Date(readAt);
  const head = JSON.stringify({
    ...publicationHead(client, { at: at.toISOString(), isTest }),
    tableReference: [{ targetClass: 'EnergyInfrastructureTable', idG: table.tableId, versionG: table.tableVersion }],
  }).slice(0, -1);
  const exchange = {
    exchangeContext: {
      codedExchangeProtocol: { value: changedAfter === null ? 'snapshotPull' : 'deltaPull' },
      exchangeSpecificationVersion: '3.0',
      supplierOrCisRequester: {},
    },
    dynamicInformation: { exchangeStatus: { value: 'online' }, messageGenerationTimestamp: at.toISOString() },
  };
  async function* parts() {
    const payload = JSON.stringify(PAYLOAD).slice(0, -1);
    yield `{"messageContainer":{"payload":[${payload},"aegiEnergyInfrastructureStatusPublication":${head},"energyInfrastructureSiteStatus":[`;
    let isFirst = true;
    for (const own of sitesOf()) {
      yield `${isFirst ? '' : ','}${statusOfSite(own)}`;
      isFirst = false;
    }
    yield `]}}],"exchangeInformation":${JSON.stringify(exchange)}}}`;
  }
  return createFeedDocument(parts(), at);

  function* sitesOf() {
    let site: { point: PublishedPoint; status: PointStatus; since: number }[] = [];
    for (const point of table.points.values()) {
      const known = states.get(point.evseId) ?? { status: 'unknown' as const, since: at.getTime() };
      const changed = Math.max(known.since, table.pricedAt.get(point.evseId) ?? 0);
      if (changedAfter !== null && changed <= changedAfter - CLOCK_MARGIN_MS) continue;
      if (site[0] && site[0].point.siteId !== point.siteId) {
        yield site;
        site = [];
      }
      site.push({ point, ...known });
    }
    if (site.length > 0) yield site;
  }
}
