import type { PointRecord } from '../../core/records/records.ts';
import type { FeedContext } from '../../shop/feeds/pricedPoints.ts';
import { createTable, type LeftOut } from '../../shop/feeds/tableDocument.ts';
import { listClients } from '../../store/shop/catalogue.ts';
import { portions } from '../../store/shop/catalogueRows.ts';
import { listPointsById } from '../../store/shop/points.ts';
import { columns } from '../acts/commandLines.ts';
import { textField } from '../acts/fields.ts';
import { type CommandDependencies, query } from './commands.ts';

/** Number of published points that state a field which AFIR art. 20(2) asks for. */
interface FieldCount {
  field: string;
  points: number;
}

interface FeedOutput {
  client: string;
  published: number;
  leftOut: readonly { evseId: string; reason: LeftOut }[];
  fields: readonly FieldCount[];
}

/** Fields that the law asks for and the catalogue may lack, with the place in the operator's files. */
const OWED: readonly (readonly [field: string, has: (point: PointRecord) => boolean])[] = [
  ['opening hours', ({ openingHours, details }) => openingHours !== null || details?.regularHours !== undefined],
  ['renewable energy', ({ details }) => details?.isGreenEnergy !== undefined],
  ['kind of parking', ({ details }) => details?.parkingType !== undefined],
  ['parking for people with disabilities', ({ details }) => details?.parkingRestrictions !== undefined],
  ['owner', ({ details }) => details?.owner !== undefined],
];

/** @throws RangeError if the brand does not exist or publishes nothing */
async function check({ store, now }: CommandDependencies, { client: id }: { client: string }): Promise<FeedOutput> {
  const client = (await listClients(store.db, { isCurrent: true })).find(each => each.id === id);
  if (!client) throw new RangeError(`No client has the id ${id}.`);
  if (client.feed === 'off') throw new RangeError(`The feed of ${id} is switched off in clients.json.`);
  const context: FeedContext = {
    store,
    clock: { now: () => now } as FeedContext['clock'],
    payments: {},
    translator: (_, key) => key,
  };
  const { points, leftOut } = await createTable(context, client, { isTest: false, before: null });
  return { client: id, published: points.size, leftOut, fields: await countFields(store.db, [...points.keys()]) };
}

async function countFields(db: CommandDependencies['store']['db'], evseIds: readonly string[]): Promise<FieldCount[]> {
  const counts = OWED.map(([field]) => ({ field, points: 0 }));
  for (const some of portions(evseIds)) {
    const points = await listPointsById(db, some);
    for (const [index, [, has]] of OWED.entries()) {
      const count = counts[index];
      if (count) count.points += points.filter(has).length;
    }
  }
  return counts;
}

const REASONS: Readonly<Record<LeftOut, string>> = {
  'no-operator': 'the brand has no party in clients.json',
  'no-position': 'the location has no coordinates',
  'no-phone': 'neither the location nor the brand (support.phone) has a telephone number',
  'no-price': 'a connector has no price at present',
};

export const FEED_QUERIES = {
  feed: query<{ client: string }, FeedOutput>({
    does: 'Check the public feed of a brand (AFIR art. 20): points that are published or left out, and facts that are missing',
    fields: { client: textField('<client>') },
    read: check,
    lines: ({ client, published, leftOut, fields }) => [
      `${client}: ${published} points published at /afir/${client}/table.json and /afir/${client}/status.json`,
      ...columns(fields.map(({ field, points }) => [field, `${points} of ${published}`])),
      ...(leftOut.length === 0 ? [] : ['', `${leftOut.length} points left out:`]),
      ...columns(leftOut.map(({ evseId, reason }) => [evseId, REASONS[reason]])),
    ],
  }),
};
