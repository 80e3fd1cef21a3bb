import { afterEach, describe, expect, it } from '@jest/globals';
import type { SessionRecord } from '../../server/operator/store/sessions.ts';
import type { Act } from '../support/ocpp/acts.ts';
import { createOcppDriver } from '../support/ocpp/ocppDriver.ts';
import { type OcppShop, openOcppShop, STATION } from '../support/ocpp/openOcppShop.ts';
import type { OcppVersion } from '../support/ocpp/station.ts';
import type { Changes, StationSwitches } from '../support/ocpp/switches.ts';

interface Case {
  name: string;
  /** Left out: all. */
  versions?: readonly OcppVersion[];
  switches?: Changes<StationSwitches>;
  /** In the middle of the session, one after the other, with so many seconds after each. */
  happens?: readonly (readonly [Act, seconds: number])[];
  /** Left out: the driver stops it. */
  isEndedByItself?: true;
  /** What becomes of it. Left out: billed, by what the meter has really given to the driver. */
  ends?: 'billed' | 'cancelled' | 'for a person';
  /** Billed by another energy than the register's difference, by so much. */
  billedWh?: (given: number) => number;
}

const V2 = ['2.0.1', '2.1'] as const;
const act = (name: 'cut power' | 'power up' | 'reboot' | 'go offline' | 'go online' | 'lose socket' | 'go silent'): Act => ({
  act: name,
});

/** What stations do, and what becomes of the money. */
const CASES: readonly Case[] = [
  { name: 'answers to its start are not heard, so it is sent again', switches: { start: { unheardAnswers: 2 } } },
  { name: 'every message comes twice', switches: { transaction: { isDoubled: true } } },
  { name: 'numbers of messages come doubled', versions: V2, switches: { transaction: { seqNo: 'doubled' } } },
  { name: 'messages come in the wrong order', versions: V2, switches: { transaction: { seqNo: 'unordered' } } },
  { name: 'messages are missing', versions: V2, switches: { transaction: { seqNo: 'with gaps' } } },
  { name: 'messages have no numbers', versions: V2, switches: { transaction: { seqNo: 'missing' } } },
  { name: 'its clock is ahead by three hours', switches: { clock: { aheadMs: 3 * 3_600_000 } } },
  { name: 'its clock is behind by three hours', switches: { clock: { aheadMs: -3 * 3_600_000 } } },
  { name: 'its clock was never set', switches: { clock: { is1970: 'always' } } },
  { name: 'its times have no zone', switches: { clock: { zone: 'none' } } },
  { name: 'its times have another zone', switches: { clock: { zone: '+01:00' } } },
  { name: 'it tells energy in kilowatt-hours', switches: { meter: { unit: 'kWh' } } },
  { name: 'it tells energy of each phase', switches: { meter: { energy: 'phases' } } },
  { name: 'it tells phases and total', switches: { meter: { energy: 'total and phases' } } },
  { name: 'it repeats the first value in each message', switches: { meter: { repeatsBegin: true } } },
  { name: 'its meter was not ready at the start', versions: ['1.6'], switches: { meter: { startSaysWh: 0 } } },
  ...(['missing', 'null', '0', '-1', '2^63-1'] as const).map(transactionId => ({
    name: `its meter values have the transaction id ${transactionId}`,
    versions: ['1.6'] as const,
    switches: { meter: { transactionId } },
  })),
  { name: 'its stop names a transaction nobody knows', versions: ['1.6'], switches: { transaction: { end: 'unknown id' } } },
  { name: 'its last value is late', switches: { meter: { lastValueAfterMs: 120_000, moreWhAtEnd: 30 } } },
  { name: 'its connection is lost in between', happens: [[act('lose socket'), 60]] },
  { name: 'its connection is silent for minutes', happens: [[act('go silent'), 150]] },
  {
    name: 'it is offline for a while, and tells everything later',
    happens: [
      [act('go offline'), 600],
      [act('go online'), 60],
    ],
  },
  {
    name: 'it was offline, and tells everything in the wrong order',
    versions: V2,
    switches: { queue: { order: 'reversed' } },
    happens: [
      [act('go offline'), 600],
      [act('go online'), 60],
    ],
  },
  { name: 'it stops at the station', happens: [[{ act: 'stop', plug: 1 }, 120]], isEndedByItself: true },
  { name: 'somebody pulls the plug', happens: [[{ act: 'unplug', plug: 1 }, 120]], isEndedByItself: true },
  { name: 'somebody presses the emergency stop', happens: [[{ act: 'emergency stop', plug: 1 }, 120]], isEndedByItself: true },
  { name: 'it restarts', happens: [[act('reboot'), 300]], isEndedByItself: true },
  {
    name: 'its power is cut, and it ends the session when it is back',
    happens: [
      [act('cut power'), 600],
      [act('power up'), 120],
    ],
    isEndedByItself: true,
  },
  {
    name: 'its power is cut, and the session goes on afterwards',
    switches: { power: { after: 'goes on' } },
    happens: [
      [act('cut power'), 300],
      [act('power up'), 300],
    ],
  },
  {
    name: 'its power is cut, and it never speaks of the session again',
    switches: { power: { after: 'nothing' } },
    happens: [
      [act('cut power'), 600],
      [act('power up'), 60],
    ],
    isEndedByItself: true,
    ends: 'for a person',
  },
  {
    name: 'it never says that it has ended',
    switches: { transaction: { end: 'untold' } },
    happens: [[{ act: 'unplug', plug: 1 }, 60]],
    isEndedByItself: true,
    ends: 'for a person',
  },
  { name: 'its meter is replaced', happens: [[{ act: 'replace meter', plug: 1, registerWh: 12 }, 120]], ends: 'for a person' },
  { name: 'it refuses the start', switches: { start: { answer: 'Rejected' } }, isEndedByItself: true, ends: 'cancelled' },
  {
    name: 'it accepts the start, and nothing comes of it',
    switches: { start: { leadsTo: 'is forgotten' } },
    isEndedByItself: true,
    ends: 'cancelled',
  },
  {
    name: 'it begins and is over at once',
    switches: { start: { leadsTo: 'ends at once' } },
    isEndedByItself: true,
    ends: 'cancelled',
  },
  {
    name: 'it never answers the start, and does not begin',
    switches: { start: { answer: 'none', leadsTo: 'is forgotten' } },
    isEndedByItself: true,
    ends: 'cancelled',
  },
  { name: 'nobody plugs in', switches: { driver: { plugsInAfterMs: null } }, isEndedByItself: true, ends: 'cancelled' },
];

let shop: OcppShop;
afterEach(() => shop.close());

const register = async () => (await shop.stations.see(STATION)).plugs[0]?.registerWh ?? 0;

async function play(version: OcppVersion, { switches = {}, happens = [], isEndedByItself, ends }: Case) {
  const driver = { plugsInAfterMs: 5000, leavesAfterMs: 20_000, ...switches.driver };
  shop = await openOcppShop(version, { connection: { backOffMostMs: 5000 }, ...switches, driver });
  const { paid, sessionOf, paymentOf, alertsOf } = createOcppDriver(shop);
  const before = await register();
  const ordered = await paid();
  await shop.pass(150);
  for (const [what, seconds] of happens) {
    await shop.stations.act(STATION, what);
    await shop.pass(seconds);
  }
  if (!isEndedByItself) {
    await shop.pass(65);
    await shop.operator.stopSession(ordered);
  }
  // A start is given up after three minutes, and its hold kept for ten more.
  await shop.pass(ends === 'cancelled' ? 14 * 60 : 150);
  const givenWh = (await register()) - before;
  return { session: await sessionOf(ordered), payment: await paymentOf(ordered), alerts: await alertsOf(ordered), givenWh };
}

const EXPECTED: Readonly<Record<'cancelled' | 'for a person', (session: SessionRecord, payment: string) => void>> = {
  cancelled(session, payment) {
    expect([session.state, payment]).toEqual(['cancelled', 'released']);
  },
  'for a person'(session, payment) {
    expect([session.state, payment]).toEqual(['stopping', 'authorised']);
  },
};

describe.each(['1.6', '2.0.1', '2.1'] as const)(
  'OCPP %s: a session is billed by what was given, or shown to a person, where',
  version => {
    const cases = CASES.filter(({ versions }) => versions === undefined || versions.includes(version));
    it.each(cases.map(each => [each.name, each] as const))('%s', async (_, each) => {
      const { session, payment, alerts, givenWh } = await play(version, each);
      if (each.ends === undefined || each.ends === 'billed') {
        expect({ state: session.state, alerts }).toEqual({ state: 'completed', alerts: [] });
        expect(Math.abs(session.energyWh - (each.billedWh?.(givenWh) ?? givenWh))).toBeLessThanOrEqual(1);
        expect(payment).toMatchObject({ state: 'captured', capturedMinor: session.totalMinor });
      } else EXPECTED[each.ends](session, payment.state);
    });
  },
);
