import { expect, it } from '@jest/globals';
import { runs, SEED } from '../../../test/support/property.ts';
import { evidence, METER, payloadOf, recordOf, signatureOf, signedValue } from './records.fixture.ts';
import { checkEvidence } from './verdicts.ts';

const LIMIT_MS = 50;

/** Creates a random number generator that returns the same numbers for the same seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
type Random = ReturnType<typeof createRandom>;

const GENUINE = signedValue(METER, payloadOf());
const MALFORMED_VALUES: readonly unknown[] = [
  ...[null, true, 0, -1, 1e308, 'x', '', [], {}, [[]], '\ud800', '__proto__', 'constructor', 'toString'],
  ...[{ toString: 1 }, 'T99999999999999999999', '2026-99-99T99:99:99,999+9999 S', '|', 'E'.repeat(5000)],
];
const FIELDS = ['RD', 'PG', 'MS', 'GS', 'CT', 'CI', 'TT', 'FV'];
const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)] as T;
const junk = (random: Random, length: number): string =>
  String.fromCodePoint(...Array.from({ length }, () => pick(random, [random(128), random(0x2000), 124, 123, 34])));

/** Functions that corrupt a genuine meter record. */
const SPOILERS: readonly ((random: Random) => string)[] = [
  random => GENUINE.data.slice(0, random(GENUINE.data.length)),
  random => GENUINE.data.slice(random(GENUINE.data.length)),
  random => {
    const at = random(GENUINE.data.length);
    return GENUINE.data.slice(0, at) + junk(random, 1 + random(8)) + GENUINE.data.slice(at + random(8));
  },
  random => junk(random, random(3000)),
  random => `OCMF|${junk(random, random(200))}|${junk(random, random(200))}`,
  random =>
    signedValue(
      METER,
      payloadOf({
        [pick(random, FIELDS)]: pick(random, MALFORMED_VALUES),
        [pick(random, FIELDS)]: pick(random, MALFORMED_VALUES),
      }),
    ).data,
  random =>
    signedValue(
      METER,
      payloadOf({
        RD: [
          pick(random, MALFORMED_VALUES),
          { TX: 'B', RV: pick(random, MALFORMED_VALUES), TM: pick(random, MALFORMED_VALUES) },
          pick(random, MALFORMED_VALUES),
        ],
      }),
    ).data,
  random =>
    recordOf(payloadOf(), {
      [pick(random, ['SA', 'SE', 'SM', 'SD'])]: pick(random, MALFORMED_VALUES),
      SD: pick(random, MALFORMED_VALUES),
    }),
  random => recordOf(payloadOf(), { SD: signatureOf(METER, payloadOf()).subarray(0, random(72)).toString('hex') }),
  random => `OCMF|{"RD":${'['.repeat(1 + random(60_000))}|{"SD":"00"}`,
  random => `OCMF|{"RD":[${'{},'.repeat(random(80_000))}{}]}|{"SD":"00"}`,
  random => `OCMF|{"MS":"${'9'.repeat(random(250_000))}"}|{"SD":"${'0'.repeat(random(5000))}"}`,
  random => '|'.repeat(random(262_144)),
  random => ' '.repeat(random(262_144)) + GENUINE.data,
];
const KEYS = [GENUINE.publicKey, null, '', '00', 'ä', '30'.repeat(600), ' '.repeat(200_000)] as const;
const FORMATS = ['OCMF', 'OCMF', 'OCMF', 'ocmf', 'EDL_40_P', ''];

it('has a verdict for 2000 malformed records, each within 50 ms', () => {
  const random = createRandom(SEED);
  const slow: string[] = [];
  for (let n = 0; n < runs(2000).numRuns; n++) {
    const data = (SPOILERS[n % SPOILERS.length] as (random: Random) => string)(random);
    const value = {
      format: pick(random, FORMATS),
      context: null,
      data,
      publicKey: n % 3 === 0 ? pick(random, KEYS) : GENUINE.publicKey,
    };
    const input = evidence({ values: [value] });
    const check = () => {
      const from = process.threadCpuUsage();
      const { records, overall } = checkEvidence(input);
      expect(['valid', 'invalid', 'unverifiable']).toContain(records[0]?.verdict);
      expect(['ok', 'problem', 'open']).toContain(overall);
      const { user, system } = process.threadCpuUsage(from);
      return (user + system) / 1000;
    };
    // `check` returns the processor time of this thread. A record counts as slow only if three runs are slow, because garbage
    // collection may slow down one run.
    if ([1, 2, 3].every(() => check() > LIMIT_MS)) slow.push(data.slice(0, 80));
  }
  expect(slow).toEqual([]);
});
