import { describe, expect, it } from '@jest/globals';
import { remarkLines, soldRemarkLines, unreadLines } from '../../scripts/operator/saleRemarks.ts';
import type { DataFault } from '../../server/core/records/records.ts';

const at = (place: string, reason: string): DataFault => ({ file: 'ocpi:town', path: `$.locations[${place}`, reason });
const many = (count: number, reasonOf: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => at(`DE*CPO*LOC${n}].evses[0]`, reasonOf(n)));

describe('What cannot be sold of a connection', () => {
  it('is grouped by reason, with how many points, an example and the switch that would change it', () => {
    const refused = many(900, () => 'cannot be started remotely (REMOTE_START_STOP_CAPABLE is missing)');
    const lines = remarkLines('town', refused);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^not offered: 900 points: do not report that they can be started remotely/);
    expect(lines[1]).toContain('$.locations[DE*CPO*LOC0].evses[0]');
    expect(lines[1]).toContain('`ocpi set town --assume-remote-start`');
  });

  it('counts a reason once although each point names a tariff of its own', () => {
    const refused = many(1000, n => `has no tariff for paying by card now: T${n} (REGULAR)`);
    expect(remarkLines('town', refused)[0]).toMatch(/^not offered: 1000 points: have only tariffs for customers/);
  });

  it('begins with what no client sells, however few that are', () => {
    const refused = [
      ...many(10, () => 'has two tariffs at once: A, B'),
      at('DE*XYZ*L1].party_id', 'DE*XYZ is not among the parties of any client'),
    ];
    expect(remarkLines('town', refused)[0]).toBe('not offered: 1 locations: have a party that no client lists');
  });

  it('takes at most 17 lines, whatever the reasons are', () => {
    expect(
      remarkLines(
        'town',
        many(1000, n => `is wrong in way ${n}`),
      ).length,
    ).toBeLessThanOrEqual(17);
    expect(
      remarkLines(
        'town',
        many(1000, n => `is wrong in way ${n}`),
      ).at(-1),
    ).toBe('not offered: 992 more, for 992 other reasons');
  });
});

it('Of many objects that cannot be read the first three are listed, and the others counted', () => {
  const unread = Array.from({ length: 40 }, (_, n) => `unreadable locations L${n}`);
  expect(unreadLines(unread, false)).toEqual([...unread.slice(0, 3), 'and 37 more unreadable objects']);
  expect(unreadLines(unread, true)).toEqual(unread);
});

describe('Remarks on what is sold', () => {
  const remarks = many(30, () => 'no region: DE-NW taken from postal code 50667');

  it('are grouped by reason, with one place and how many more', () => {
    expect(soldRemarkLines(remarks, false)).toEqual([
      'offered, but $.locations[DE*CPO*LOC0].evses[0] (and 29 more): no region: DE-NW taken from postal code 50667',
    ]);
  });

  it('take at most eleven lines, whatever the reasons are', () => {
    const lines = soldRemarkLines(
      many(30, n => `no region: taken from postal code ${n}`),
      false,
    );
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toBe('and 20 more remarks');
  });

  it('are listed place by place when all are wanted', () => {
    expect(soldRemarkLines(remarks, true)).toHaveLength(30);
  });
});
