import { beforeAll, describe, expect, it } from '@jest/globals';
import type { PaymentRecord } from '../../server/store/shop/payments.ts';
import type { SessionRecord } from '../../server/store/shop/sessions.ts';
import type { Act } from '../support/ocpp/acts.ts';
import { createOcppDriver } from '../support/ocpp/ocppDriver.ts';
import { openOcppShop } from '../support/ocpp/openOcppShop.ts';
import type { OcppVersion } from '../support/ocpp/station.ts';
import type { Changes, StationSwitches } from '../support/ocpp/switches.ts';
import { VERSIONS } from '../support/ocpp/versions.ts';

interface Case {
  name: string;
  /** Default: all OCPP versions. */
  versions?: readonly OcppVersion[];
  switches?: Changes<StationSwitches>;
  /** Events during the session, each with the seconds to wait afterwards. */
  happens?: readonly (readonly [Act, seconds: number])[];
  /** True: the session ends without a stop by the driver. */
  isEndedByItself?: true;
  /** Expected outcome of the session. Default: the energy that the meter has delivered to the driver is billed. */
  ends?: 'billed' | 'nothing' | 'cancelled' | 'for a person';
  /** Energy that the last meter value adds. It is billed too. */
  moreWh?: number;
  /** Maximum energy that may stay unbilled, because it is delivered before the first plausible meter value. */
  maxLostWh?: number;
}

const V2 = ['2.0.1', '2.1'] as const;
const act = (name: 'cut power' | 'power up' | 'reboot' | 'go offline' | 'go online' | 'lose socket' | 'go silent'): Act => ({
  act: name,
});

/** Faults of stations, with the expected outcome for the payment. */
const CASES: readonly Case[] = [
  { name: 'answers to its start are not heard, so it is sent again', switches: { start: { unheardAnswers: 2 } } },
  { name: 'every message comes twice', switches: { transaction: { isDoubled: true } } },
  { name: 'numbers of messages come doubled', versions: V2, switches: { transaction: { seqNo: 'doubled' } } },
  { name: 'messages come in the wrong order', versions: V2, switches: { transaction: { seqNo: 'unordered' } } },
  { name: 'messages are missing', versions: V2, switches: { transaction: { seqNo: 'with gaps' } } },
  { name: 'messages have no numbers', versions: V2, switches: { transaction: { seqNo: 'missing' } } },
  { name: 'its clock is ahead by three hours', switches: { clock: { offsetMs: 3 * 3_600_000 } } },
  { name: 'its clock is behind by three hours', switches: { clock: { offsetMs: -3 * 3_600_000 } } },
  { name: 'its clock was never set', switches: { clock: { is1970: 'always' } } },
  { name: 'its times have no zone', switches: { clock: { zone: 'none' } } },
  { name: 'its times have another zone', switches: { clock: { zone: '+01:00' } } },
  { name: 'it tells energy in kilowatt-hours', switches: { meter: { unit: 'kWh' } } },
  { name: 'it tells energy of each phase', switches: { meter: { energy: 'phases' } } },
  { name: 'it tells phases and total', switches: { meter: { energy: 'total and phases' } } },
  { name: 'it repeats the first value in each message', switches: { meter: { repeatsBegin: true } } },
  { name: 'its meter was not ready at the start', versions: ['1.6'], switches: { meter: { startSaysWh: 0 } }, maxLostWh: 200 },
  ...(['missing', 'null', '0', '-1', '2^63-1'] as const).map(transactionId => ({
    name: `its meter values have the transaction id ${transactionId}`,
    versions: ['1.6'] as const,
    switches: { meter: { transactionId } },
  })),
  { name: 'its stop names a transaction nobody knows', versions: ['1.6'], switches: { transaction: { end: 'unknown id' } } },
  { name: 'its last value is late', switches: { meter: { lastValueAfterMs: 120_000, moreWhAtEnd: 30 } }, moreWh: 30 },
  { name: 'its connection is lost in between', happens: [[act('lose socket'), 60]] },
  {
    name: 'its connection is silent for minutes',
    happens: [
      [act('go silent'), 150],
      [act('lose socket'), 60],
    ],
  },
  {
    name: 'it is offline for a while, and tells everything later',
    happens: [
      [act('go offline'), 480],
      [act('go online'), 60],
    ],
  },
  {
    name: 'it was offline, and tells everything in the wrong order',
    versions: V2,
    switches: { queue: { order: 'reversed' } },
    happens: [
      [act('go offline'), 480],
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
      [act('cut power'), 480],
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
  {
    name: 'its meter counts more than the plug can deliver',
    happens: [[{ act: 'replace meter', plug: 1, registerWh: 90_000_000 }, 120]],
    ends: 'for a person',
  },
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
    ends: 'nothing',
  },
  {
    name: 'it never answers the start, and does not begin',
    switches: { start: { answer: 'none', leadsTo: 'is forgotten' } },
    isEndedByItself: true,
    ends: 'cancelled',
  },
  { name: 'nobody plugs in', switches: { driver: { plugsInAfterMs: null } }, isEndedByItself: true, ends: 'cancelled' },
];

/** Times in each case: charging before the events, charging after the events, and the wait from the stop to the bill. */
const CHARGES_S = 420;
const GOES_ON_S = 65;
const BILLED_AFTER_S = 150;
/** Long enough for a start without a vehicle: it is given up after three minutes, and its hold is released ten minutes later. */
const GIVEN_UP_AFTER_S = 14 * 60;

interface Outcome {
  session: SessionRecord;
  payment: PaymentRecord;
  alerts: readonly string[];
  givenWh: number;
}

/** One step of a case. `atS`: seconds since the first order. */
interface Step {
  atS: number;
  run(): Promise<void>;
}

/** Runs all cases at the same time, because they share one clock. Each case has its own station. */
async function playAll(version: OcppVersion, cases: readonly Case[]): Promise<ReadonlyMap<string, Outcome>> {
  const driver = { plugsInAfterMs: 5000, leavesAfterMs: 20_000 };
  const switchesOf = (switches: Case['switches'] = {}) => ({
    connection: { maxBackOffMs: 5000 },
    ...switches,
    driver: { ...driver, ...switches.driver },
  });
  const shop = await openOcppShop(version, Object.fromEntries(cases.map((each, n) => [`CP${n}`, switchesOf(each.switches)])));
  const { paid, sessionOf, paymentOf, alertsOf } = createOcppDriver(shop);
  const registerAt = async (id: string) => (await shop.stations.see(id)).plugs[0]?.registerWh ?? 0;
  const outcomes = new Map<string, Outcome>();
  const stepsOf = async ({ name, happens = [], isEndedByItself, ends }: Case, n: number): Promise<Step[]> => {
    const id = `CP${n}`;
    const before = await registerAt(id);
    const ordered = await paid(id);
    let atS = CHARGES_S;
    const steps: Step[] = happens.map(([what, seconds]) => {
      const step = { atS, run: () => shop.stations.act(id, what) };
      atS += seconds;
      return step;
    });
    if (!isEndedByItself) {
      atS += GOES_ON_S;
      steps.push({ atS, run: async () => void (await shop.operator.stopSession(ordered)) });
    }
    atS += ends === 'cancelled' ? GIVEN_UP_AFTER_S : BILLED_AFTER_S;
    const checkRegister = async () => {
      const givenWh = (await registerAt(id)) - before;
      const [session, payment, alerts] = [await sessionOf(ordered), await paymentOf(ordered), await alertsOf(ordered)];
      outcomes.set(name, { session, payment, alerts, givenWh });
    };
    return [...steps, { atS, run: checkRegister }];
  };
  const steps: Step[] = [];
  for (const [n, each] of cases.entries()) steps.push(...(await stepsOf(each, n)));
  let nowS = 0;
  for (const { atS, run } of steps.toSorted((a, b) => a.atS - b.atS)) {
    await shop.pass(atS - nowS);
    nowS = atS;
    await run();
  }
  await shop.close();
  return outcomes;
}

const EXPECTED: Readonly<Record<'nothing' | 'cancelled' | 'for a person', readonly [session: string, payment: string]>> = {
  nothing: ['completed', 'released'],
  cancelled: ['cancelled', 'released'],
  'for a person': ['stopping', 'authorised'],
};

describe.each(VERSIONS)('OCPP %s: a session is billed by what was given, or shown to a person, where', version => {
  const cases = CASES.filter(({ versions = VERSIONS }) => versions.includes(version));
  let outcomes: ReadonlyMap<string, Outcome>;
  beforeAll(async () => {
    outcomes = await playAll(version, cases);
  }, 240_000);

  it.each(cases.map(each => [each.name, each] as const))('%s', (name, { ends = 'billed', maxLostWh = 0, moreWh = 0 }) => {
    const outcome = outcomes.get(name);
    if (!outcome) throw new Error('It was not played');
    const { session, payment, alerts, givenWh } = outcome;
    if (ends !== 'billed') expect([session.state, payment.state]).toEqual(EXPECTED[ends]);
    else {
      expect({ state: session.state, alerts }).toEqual({ state: 'completed', alerts: [] });
      expect(session.energyWh).toBeLessThanOrEqual(givenWh + moreWh + 1);
      expect(session.energyWh).toBeGreaterThanOrEqual(givenWh + moreWh - maxLostWh - 1);
      expect(payment).toMatchObject({ state: 'captured', capturedMinor: session.totalMinor });
    }
  });
});
