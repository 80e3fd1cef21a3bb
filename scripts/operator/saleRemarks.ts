import type { DataFault } from '../../server/core/records/records.ts';

interface Kind {
  matches: RegExp;
  /** Text of the reason. It names no object, so that all objects with this reason form one group. */
  reason: string;
  /** Returns the action with which staff can offer the objects to drivers, and its consequences. */
  act: (connection: string) => string;
}

const set = (option: string, cost: string) => (connection: string) =>
  `\`ocpi set ${connection} --${option}\` offers them: ${cost}`;
const fixedText = (text: string) => () => text;

/** Reasons for which staff can take an action. The first match wins. */
const KINDS: readonly Kind[] = [
  {
    matches: /is not among the parties of any client$/,
    reason: 'have a party that no client lists',
    act: fixedText(
      'add the party to `parties` of a client in clients.json: that client then offers the points and owes their operator',
    ),
  },
  {
    matches: /^cannot be started remotely/,
    reason: 'do not report that they can be started remotely (REMOTE_START_STOP_CAPABLE)',
    act: set('assume-remote-start', 'a start fails if they cannot, and its hold is released'),
  },
  {
    matches: /^has no tariff for paying by card now: .*\(REGULAR/,
    reason: 'have only tariffs for customers with a contract (REGULAR)',
    act: set('sell-regular', 'every driver then pays the price of such a contract'),
  },
  {
    matches: /^has no tariff for paying by card now/,
    reason: 'have no tariff for paying by card now',
    act: fixedText('ask the charge point operator for a tariff of the type AD_HOC_PAYMENT'),
  },
  {
    matches: /^states that no VAT is due/,
    reason: 'report prices without VAT',
    act: set('accept-zero-vat', 'no VAT is then charged; if VAT is due after all, you owe it'),
  },
  {
    matches: /is an unknown tariff$|is not a tariff of /,
    reason: 'name a tariff that was not sent',
    act: fixedText('ask the charge point operator to send the tariff'),
  },
  {
    matches: /^has two tariffs at once/,
    reason: 'have two tariffs at once',
    act: fixedText('ask the charge point operator which one applies'),
  },
  {
    matches: / cannot be sold by$/,
    reason: 'have a tariff that cannot be billed exactly',
    act: fixedText('the remarks on the tariff say why; ask the charge point operator for another one'),
  },
  {
    matches: /^client .* has no VAT rate for /,
    reason: 'are in a country for which their client has no VAT rate',
    act: fixedText('add the rate to `vat` of the client in clients.json: it is then added to net prices'),
  },
  {
    matches: /^is not to be published/,
    reason: 'are not to be published',
    act: fixedText('their operator does not want them offered'),
  },
];

const CORRECTION = 'ask the charge point operator to correct it';

/**
 * Maximum number of reasons in the output, so that it stays readable. Each reason takes two lines. Further reasons are only
 * counted.
 */
const MAX_GROUPS = 8;

const MAX_EXAMPLE = 200;

interface Group {
  kind: Kind | null;
  reason: string;
  locations: Set<string>;
  example: string;
}

/**
 * Lists why objects of a connection are not offered to drivers: for each reason the number of objects, one example, and the
 * recommended action.
 */
export function remarkLines(connection: string, refused: readonly DataFault[]): string[] {
  const groups = [...groupsOf(refused).values()].toSorted(byImportance);
  const lines = groups
    .slice(0, MAX_GROUPS)
    .flatMap(({ kind, reason, locations, example }) => [
      `not offered: ${countOf(locations)}: ${reason}`,
      `  for example ${example}; ${kind ? kind.act(connection) : CORRECTION}`,
    ]);
  const others = groups.slice(MAX_GROUPS);
  const count = others.reduce((sum, { locations }) => sum + locations.size, 0);
  return others.length > 0 ? [...lines, `not offered: ${count} more, for ${others.length} other reasons`] : lines;
}

function groupsOf(refused: readonly DataFault[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const { path, reason } of refused) {
    const kind = KINDS.find(({ matches }) => matches.test(reason)) ?? null;
    const name = kind?.reason ?? reason;
    const group = groups.get(name) ?? {
      kind,
      reason: name,
      locations: new Set<string>(),
      example: `${path}: ${reason}`.slice(0, MAX_EXAMPLE),
    };
    group.locations.add(/^\$\.\w+\[[^\]]*\](?:\.evses\[\d+\])?/.exec(path)?.[0] ?? path);
    groups.set(name, group);
  }
  return groups;
}

/**
 * The reason "party that no brand lists" comes first, because it excludes all objects of the party. All other reasons are sorted
 * by number of locations.
 */
const byImportance = (a: Group, b: Group): number =>
  Number(b.kind === KINDS[0]) - Number(a.kind === KINDS[0]) || b.locations.size - a.locations.size;

function countOf(locations: ReadonlySet<string>): string {
  const all = [...locations];
  const points = all.filter(path => path.includes('.evses[')).length;
  const tariffs = all.filter(path => path.startsWith('$.tariffs[')).length;
  const counts = [
    [points, 'points'],
    [tariffs, 'tariffs'],
    [all.length - points - tariffs, 'locations'],
  ] as const;
  return counts.flatMap(([count, name]) => (count > 0 ? [`${count} ${name}`] : [])).join(', ');
}

const MAX_SOLD_REMARKS = 10;

/**
 * Lists warnings about objects that are offered to drivers: for each reason one object and the number of further ones. With
 * `isAll`, lists every object.
 */
export function soldRemarkLines(remarks: readonly DataFault[], isAll: boolean): string[] {
  if (isAll) return remarks.map(({ path, reason }) => `offered, but ${path}: ${reason}`);
  const reasons = [...Map.groupBy(remarks, ({ reason }) => reason)];
  const lines = reasons.slice(0, MAX_SOLD_REMARKS).map(([reason, [first, ...more]]) => {
    const others = more.length > 0 ? ` (and ${more.length} more)` : '';
    return `offered, but ${first?.path ?? ''}${others}: ${reason}`;
  });
  return reasons.length > lines.length ? [...lines, `and ${reasons.length - lines.length} more remarks`] : lines;
}

/** Maximum number of unparsable objects in the output, unless `isAll` is set. */
const MAX_UNREAD = 3;
export const unreadLines = (unread: readonly string[], isAll: boolean): string[] =>
  isAll || unread.length <= MAX_UNREAD
    ? [...unread]
    : [...unread.slice(0, MAX_UNREAD), `and ${unread.length - MAX_UNREAD} more unreadable objects`];
