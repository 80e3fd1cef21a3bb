import type { FeedDocument, FeedRequest } from '../../core/ports/feedPort.ts';
import type { ClientRecord } from '../../core/records/records.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { findClient } from '../../store/shop/catalogue.ts';
import { createStatus, type KnownStates, readStates } from './statusDocument.ts';
import { createTable, type FeedTable } from './tableDocument.ts';

/**
 * Maximum age of a table in milliseconds. A change that this process hears of replaces the table at once. Others are writes by
 * another process to a database file, and payment methods. The law allows 24 hours for a table and a minute for a price.
 */
const MAX_TABLE_AGE_MS = 50_000;
/** Maximum age of a status in milliseconds. The law allows a minute. All readers within this time receive the same document. */
const MAX_STATUS_AGE_MS = 5000;
/** A reader that asks for changes since an earlier time receives the complete status. */
const MAX_DELTA_MS = 3_600_000;
/** Requested times are rounded down to this interval, so that readers share documents of changes. */
const DELTA_STEP_MS = 10_000;

export interface AfirFeed {
  /** @returns null if the brand publishes no feed */
  get(request: FeedRequest): Promise<FeedDocument | null>;
}

interface CurrentTable {
  table: FeedTable;
  client: ClientRecord;
  /** Version of the catalogue from which the table was built, at the earliest. Null: unknown. */
  catalogue: string | null;
  builtAt: number;
}

interface CurrentStatus {
  states: KnownStates;
  status: FeedDocument;
  /** Documents of changes by the rounded time since which the changes were requested. */
  changes: Map<number, Promise<FeedDocument>>;
  readAt: number;
  /** Time of the first reading of the states. Changes before are unknown. */
  watchedSince: number;
}

/** What one process has published of a brand. */
type Published = CurrentTable & CurrentStatus;

/** Creates the feed of points, states and ad-hoc prices (AFIR art. 20). `catalogueVersion` changes whenever the catalogue does. */
export function createAfirFeed(
  context: OperatorContext,
  { catalogueVersion, isTest }: { catalogueVersion(): string | null; isTest: boolean },
): AfirFeed {
  const published = new Map<string, Published>();
  const pending = new Map<string, Promise<Published>>();
  const now = () => context.clock.now().getTime();

  /** Lets all readers of one brand wait for one update. */
  function current(client: ClientRecord, catalogue: string | null): Promise<Published> {
    const running = pending.get(client.id);
    if (running) return running;
    const update = updated(client, catalogue).finally(() => pending.delete(client.id));
    pending.set(client.id, update);
    return update;
  }

  async function updated(client: ClientRecord, catalogue: string | null): Promise<Published> {
    const before = published.get(client.id) ?? null;
    const current = await currentTable(client, { catalogue, before });
    const isFresh = before?.table === current.table && now() - before.readAt < MAX_STATUS_AGE_MS;
    const result = { ...(isFresh ? before : await newStatus(client, { table: current.table, before })), ...current };
    published.set(client.id, result);
    return result;
  }

  /** A table with the same content stays, so that readers need not load the table again. */
  async function currentTable(
    client: ClientRecord,
    { catalogue, before }: { catalogue: string | null; before: Published | null },
  ): Promise<CurrentTable> {
    if (before && isUpToDate(before, catalogue) && before.client.name === client.name) return before;
    const builtAt = now();
    const table = await createTable(context, client, { isTest, before: before?.table ?? null });
    return { table: before?.table.tableVersion === table.tableVersion ? before.table : table, client, catalogue, builtAt };
  }

  const isUpToDate = (table: CurrentTable, catalogue: string | null): boolean =>
    table.catalogue === catalogue && now() - table.builtAt < MAX_TABLE_AGE_MS;

  async function newStatus(
    client: ClientRecord,
    { table, before }: { table: FeedTable; before: Published | null },
  ): Promise<CurrentStatus> {
    const readAt = now();
    const states = await readStates(context, { clientId: client.id, table, before: before?.states ?? new Map() });
    const status = await createStatus({ client, table, states, readAt, isTest, changedAfter: null });
    return { states, status, changes: new Map(), readAt, watchedSince: before?.watchedSince ?? readAt };
  }

  function changesSince(
    client: ClientRecord,
    { table, states, changes, readAt }: Published,
    since: number,
  ): Promise<FeedDocument> {
    const changedAfter = Math.min(Math.floor(since / DELTA_STEP_MS) * DELTA_STEP_MS, readAt);
    const known = changes.get(changedAfter) ?? createStatus({ client, table, states, readAt, isTest, changedAfter });
    changes.set(changedAfter, known);
    return known;
  }

  return {
    async get({ clientId, document, since }) {
      // Read before the client, so that a change of the client while the client is read leads to a new table.
      const catalogue = catalogueVersion();
      const before = published.get(clientId);
      // Without a version of the catalogue, only the database knows whether the client has changed.
      const isKnownClient = before && catalogue !== null && isUpToDate(before, catalogue);
      const client = isKnownClient ? before.client : await findClient(context.store.db, clientId);
      if (!client || client.parties.length === 0 || client.feed === 'off') return null;
      const feed = await current(client, catalogue);
      const { table, status, readAt, watchedSince } = feed;
      // The profile does not allow a table without a site.
      if (table.points.size === 0) return null;
      if (document === 'table') return table.document;
      // Another process may have published a state that this process has never seen.
      const isAlone = context.store.changeFeed.arrival() === 'one process';
      const isKnown = isAlone && since !== undefined && since >= watchedSince && readAt - since <= MAX_DELTA_MS;
      return isKnown ? changesSince(client, feed, since) : status;
    },
  };
}
