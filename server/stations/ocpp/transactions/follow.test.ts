import { describe, expect, it } from '@jest/globals';
import type { SignedValue, StationSession } from '../../../core/ports/stationPort.ts';
import type { Sample, TransactionUpdate } from '../messages/updates.ts';
import { follow, NOTHING, settle } from './follow.ts';
import { newTransaction, type StoredTransaction } from './storedTransaction.ts';

const START = Date.parse('2026-11-22T10:00:00Z');
const at = (seconds: number): Date => new Date(START + seconds * 1000);
const POWER_W = 11_000;

/** Applies the messages of a station in order, and collects all reports. */
function session(changes: Partial<StoredTransaction> = {}, powerW = POWER_W) {
  const facts = { stationId: 'CP1', transactionId: '1', evse: 1, connector: 1, firstMessageAt: at(0).toISOString(), offsetMs: 0 };
  let stored: StoredTransaction = { ...newTransaction({ ...facts, authorizationReference: 'REF' }), ...changes };
  const reports: StationSession[] = [];
  const signed: SignedValue[] = [];
  const requestedAt = at(-30);
  const receive = (seconds: number, changes: Partial<TransactionUpdate>) => {
    const followed = follow(
      stored,
      { ...NOTHING, transactionId: '1', at: at(seconds), ...changes },
      { now: at(seconds + 1), powerW, requestedAt, signedBefore: [...signed] },
    );
    stored = followed.transaction;
    signed.push(...(changes.signedValues ?? []));
    if (followed.station) reports.push(followed.station);
    return followed.station;
  };
  const sample = (seconds: number, registerWh: number | null, more: Partial<Sample> = {}): Sample => ({
    at: at(seconds),
    context: 'live',
    registerWh,
    intervalWh: null,
    powerW: null,
    battery: null,
    ...more,
  });
  return {
    text: receive,
    sample,
    begin: (meterStartWh: number | null = 1000) => receive(0, { phase: 'started', meterStartWh }),
    meter: (seconds: number, registerWh: number) => receive(seconds, { samples: [sample(seconds, registerWh)] }),
    stop: (seconds: number, meterStopWh: number | null, more: Partial<TransactionUpdate> = {}) =>
      receive(seconds, { phase: 'ended', meterStopWh, ...more }),
    settle: (seconds: number) => {
      const followed = settle(stored, { now: at(seconds), powerW, requestedAt, signedBefore: signed });
      stored = followed.transaction;
      return followed.station;
    },
    readings: () =>
      reports.flatMap(({ readings }) => readings.map(({ at: time, energyWh }) => [(time.getTime() - START) / 1000, energyWh])),
    stored: () => stored,
  };
}

const ocmf = (kind: string, kwh: number): SignedValue => ({
  format: 'OCMF',
  context: kind === 'B' ? 'Transaction.Begin' : 'Transaction.End',
  data: `OCMF|${JSON.stringify({ RD: [{ TX: kind, RV: kwh, RU: 'kWh' }] })}|{"SD":"00"}`,
  publicKey: null,
});

describe('A session at a station of OCPP', () => {
  it('begins with nothing, rises with the register, and ends with its difference', () => {
    const { begin, meter, stop, readings } = session();
    begin();
    meter(60, 1150);
    meter(120, 1300);
    expect(stop(180, 1450)).toMatchObject({ state: 'ended', endedAt: at(180), isFinal: true });
    expect(readings()).toEqual([
      [0, 0],
      [60, 150],
      [120, 300],
      [180, 450],
    ]);
  });

  it('is the same when a message comes twice, and when the stop comes twice', () => {
    const { begin, meter, stop, readings, stored } = session();
    begin();
    meter(60, 1150);
    meter(60, 1150);
    stop(180, 1450);
    const before = readings().length;
    stop(180, 1450);
    expect(readings()).toHaveLength(before);
    expect(stored()).toMatchObject({ isFinal: true, finalWh: 450, doubts: [] });
    expect(stop(180, 1600)?.readings).toMatchObject([{ energyWh: 600 }]);
    expect(stored()).toMatchObject({ finalWh: 450, doubts: ['stopped twice with different values'] });
    expect(stop(180, 1455)?.readings).toEqual([]);
    expect(meter(200, 1461)?.readings).toMatchObject([{ energyWh: 461 }]);
    expect(meter(210, 1460)?.readings).toEqual([]);
    expect(stored()).toMatchObject({ finalWh: 450 });
  });

  it('takes what comes late between what is there, and nothing that goes back', () => {
    const { begin, meter, readings, stored } = session();
    begin();
    meter(120, 1300);
    meter(60, 1150);
    meter(180, 1200);
    expect(readings()).toEqual([
      [0, 0],
      [120, 300],
      [60, 150],
    ]);
    expect(stored().doubts).toEqual(['the meter fell']);
  });

  const [imported, exported] = ['1-b:1.8.0', '1-b:2.8.0'];
  const timeRegister = { RI: '01-00:00.08.06*FF', RU: 's' };
  it.each<[string, object[], object[]]>([
    [
      'import and export',
      [
        { TX: 'B', RV: 1, RI: imported },
        { RV: 7, RI: exported },
      ],
      [
        { TX: 'E', RV: 1.456, RI: imported },
        { RV: 7, RI: exported },
      ],
    ],
    [
      'export and import',
      [
        { TX: 'B', RV: 7, RI: exported },
        { RV: 1, RI: imported },
      ],
      [
        { TX: 'E', RV: 7, RI: exported },
        { RV: 1.456, RI: imported },
      ],
    ],
    [
      'energy and time',
      [
        { TX: 'B', RV: 1, RI: imported },
        { RV: 0, ...timeRegister },
      ],
      [
        { TX: 'E', RV: 1.456, RI: imported },
        { RV: 180, ...timeRegister },
      ],
    ],
    [
      'a unit that is not repeated',
      [],
      [
        { TX: 'B', RV: 1000, RI: imported, RU: 'Wh' },
        { TX: 'C', RV: 1200 },
        { TX: 'E', RV: 1456 },
      ],
    ],
  ])('is billed by a signed record with %s', (_, first, last) => {
    const { begin, meter, stop, stored } = session();
    const signed = (RD: object[]) => ({
      ...ocmf('E', 0),
      data: `OCMF|${JSON.stringify({ RD: RD.map((reading, at) => (at > 0 ? reading : { RU: 'kWh', ...reading })) })}|{"SD":"00"}`,
    });
    begin();
    meter(60, 1150);
    stop(180, 1450, { signedValues: [signed(first), signed(last)] });
    expect(stored()).toMatchObject({ isFinal: true, finalWh: 456, doubts: [] });
  });

  it('never bills the whole life of a meter that was not ready when it began', () => {
    const { begin, meter, stop } = session();
    begin(0);
    meter(60, 5_000_150);
    const ended = stop(120, 5_000_300);
    expect(ended?.isFinal).toBe(true);
    expect(ended?.readings.at(-1)?.energyWh).toBe(150);
  });

  it('never bills the young life of a meter that was not ready, although the plug can have given as much', () => {
    const { begin, meter, stop } = session();
    begin(0);
    meter(60, 10_000);
    meter(7100, 10_300);
    expect(stop(7200, 10_310)?.readings.at(-1)?.energyWh).toBe(310);
  });

  it('whose first values disagree is for a person, where the last value agrees with both', () => {
    const { begin, meter, stop, stored } = session();
    begin(0);
    meter(60, 10_000);
    expect(stop(7200, 10_310)).toMatchObject({ state: 'ended', isFinal: false });
    expect(stored().doubts).toEqual(['no first value']);
  });

  it('that has ended before its beginning was told stays ended', () => {
    const { text, stored } = session({ authorizationReference: null });
    text(600, { phase: 'ended', seqNo: 2 });
    Object.assign(stored(), { authorizationReference: 'REF' });
    expect(text(0, { phase: 'started', activity: 'charging', seqNo: 0 })?.state).toBe('ended');
  });

  it('believes no more than the plug can give', () => {
    const { begin, meter, stop, stored } = session();
    begin();
    meter(60, 900_000);
    meter(120, 900_200);
    const ended = stop(180, 1_900_000);
    expect(ended).toMatchObject({ state: 'ended', isFinal: false });
    expect(stored().doubts).toContain('no last value');
  });

  it.each([
    ['without a value', null],
    ['with less than it began with', 900],
  ])('is not final by a stop %s', (_, meterStopWh) => {
    const { begin, meter, stop } = session();
    begin();
    meter(60, 1150);
    expect(stop(120, meterStopWh)).toMatchObject({ state: 'ended', isFinal: false });
  });

  it.each([
    ['as reported', 1150, 150],
    ['below it by rounding', 1140, 150],
    ['below it by more', 1139, null],
    ['at its beginning', 1000, null],
  ])('whose last value is %s is billed only where it agrees with what was reported', (_, meterStopWh, energyWh) => {
    const { begin, meter, stop, stored } = session();
    begin();
    meter(60, 1150);
    const ended = stop(120, meterStopWh);
    expect(ended?.isFinal).toBe(energyWh !== null);
    if (energyWh !== null) expect(ended?.readings.at(-1)?.energyWh).toBe(energyWh);
    expect(stored().doubts).toEqual(energyWh === null ? ['no last value'] : []);
  });

  it('whose meter fell is for a person, unless a signed record says it', () => {
    for (const signedValues of [[], [ocmf('B', 1), ocmf('E', 1.4)]]) {
      const { begin, meter, stop } = session();
      begin();
      meter(60, 1150);
      meter(120, 3);
      const ended = stop(240, 200, { signedValues });
      expect(ended?.isFinal).toBe(signedValues.length > 0);
      if (ended?.isFinal) expect(ended.readings.at(-1)?.energyWh).toBe(400);
    }
  });

  it('is not billed where the signed record says otherwise than the station', () => {
    const { begin, stop, stored } = session();
    begin();
    expect(stop(600, 2000, { signedValues: [ocmf('B', 1), ocmf('E', 1.9)] })?.isFinal).toBe(false);
    expect(stored().doubts).toEqual(['the signed record says otherwise']);
  });

  it('costs no time while a station was without power', () => {
    const { begin, meter, stop } = session();
    begin();
    meter(60, 1150);
    expect(stop(7200, 1150, { reason: 'PowerLoss' })?.endedAt).toEqual(at(60));
  });

  it('of a vehicle that asks for nothing pauses; a pause of the station does not', () => {
    const { begin, text } = session();
    begin();
    text(10, { activity: 'charging' });
    expect(text(60, { activity: 'paused by the station' })?.state).toBe('charging');
    expect(text(90, { activity: 'paused by the vehicle' })?.state).toBe('paused');
    expect(text(120, { activity: 'charging' })?.state).toBe('charging');
  });

  it('begins for the driver when the vehicle is there, not when a transaction was opened', () => {
    const { text, sample, readings } = session();
    expect(
      text(0, { phase: 'started', activity: 'no vehicle', seqNo: 0, samples: [sample(0, 5000, { context: 'begin' })] }),
    ).toBeNull();
    expect(text(40, { activity: 'connected', seqNo: 1 })?.startedAt).toEqual(at(40));
    text(100, { activity: 'charging', seqNo: 2, samples: [sample(100, 5100)] });
    expect(readings()).toEqual([
      [0 + 40, 0],
      [100, 100],
    ]);
  });

  it('takes the energy of a message out of order, and not its state', () => {
    const { text, sample } = session();
    text(0, { phase: 'started', activity: 'charging', seqNo: 0, samples: [sample(0, 5000)] });
    text(120, { activity: 'paused by the vehicle', seqNo: 2, samples: [sample(120, 5200)] });
    const delayed = text(121, { activity: 'charging', seqNo: 1, samples: [sample(60, 5100)], at: at(60) });
    expect(delayed?.state).toBe('paused');
    expect(delayed?.readings).toMatchObject([{ energyWh: 100 }]);
  });

  it('that was stopped is billed a minute later, although its cable stays', () => {
    const { text, sample, settle: settleAt } = session();
    text(0, { phase: 'started', activity: 'charging', seqNo: 0, samples: [sample(0, 5000)] });
    const stopped = text(60, { activity: 'connected', seqNo: 1, stop: 'stopped', samples: [sample(60, 5100)] });
    expect(stopped).toMatchObject({ state: 'ended', endedAt: at(60), isFinal: false });
    expect(settleAt(121)).toMatchObject({ isFinal: true, readings: [{ energyWh: 100 }] });
    expect(text(4000, { phase: 'ended', seqNo: 2 })?.endedAt).toEqual(at(60));
  });

  it('whose value is from just before its stop is billed by it only where next to nothing flowed since', () => {
    const stoppedAfter = (powerW: number) => {
      const { text, sample, settle: settleAt } = session();
      text(0, { phase: 'started', activity: 'charging', seqNo: 0, samples: [sample(0, 5000)] });
      text(118, { activity: 'charging', seqNo: 1, samples: [sample(118, 5100, { powerW })] });
      text(121, { activity: 'connected', seqNo: 2, stop: 'stopped' });
      return settleAt(182)?.readings ?? 'asked for';
    };
    expect(stoppedAfter(3000)).toMatchObject([{ energyWh: 100 }]);
    expect(stoppedAfter(22_000)).toBe('asked for');
  });

  const ENDS = [0.1, 2.9, 3.1, 60].flatMap(afterS => [0, 11_000, 150_000].map(powerW => ({ afterS, powerW })));
  const endedAfter = (afterS: number, powerW: number, lastWh: number | null) => {
    const { text, sample } = session({}, 150_000);
    text(0, { phase: 'started', activity: 'charging', seqNo: 0, samples: [sample(0, 5000, { context: 'begin' })] });
    text(600, { activity: 'charging', seqNo: 1, samples: [sample(600, 5100, { powerW })] });
    const samples = lastWh === null ? [] : [sample(600 + afterS, lastWh, { context: 'end' })];
    return text(600 + afterS, { phase: 'ended', activity: 'connected', seqNo: 2, samples });
  };

  it.each(ENDS)(
    'that ends without a value $afterS s after one at $powerW W is billed by it if next to nothing flowed',
    request => {
      const { afterS, powerW } = request;
      const isLast = afterS <= 3 && (powerW * afterS) / 3600 <= 10;
      const ended = endedAfter(afterS, powerW, null);
      expect(ended?.isFinal).toBe(isLast);
      if (isLast) expect(ended?.readings).toMatchObject([{ energyWh: 100 }]);
    },
  );

  it.each(ENDS)('that ends with a value $afterS s after one at $powerW W is billed by the value of its end', request => {
    const ended = endedAfter(request.afterS, request.powerW, 5101);
    expect(ended).toMatchObject({ isFinal: true });
    expect(ended?.readings.at(-1)?.energyWh).toBe(101);
  });

  it('that was stopped and whose last value never comes is for a person, and asked for no more', () => {
    const { text, sample, settle: settleAt, stored } = session();
    text(0, { phase: 'started', activity: 'charging', seqNo: 0, samples: [sample(0, 5000)] });
    text(60, { activity: 'charging', seqNo: 1, samples: [sample(60, 5100)] });
    text(120, { activity: 'connected', seqNo: 2, stop: 'stopped' });
    settleAt(181);
    expect(stored().settleAt).not.toBeNull();
    settleAt(120 + 16 * 60);
    expect(stored()).toMatchObject({ isFinal: false, settleAt: null, doubts: ['no last value'] });
  });

  const WRONG_TIMES = [
    ['of 1970', new Date(0)],
    ['of 2000', new Date('2000-01-01')],
    ['of 2038', new Date('2038-01-19')],
    ['three hours ahead', at(3 * 3600)],
    ['a day behind', at(-86_400)],
    ['of the year 1', new Date('0001-01-01')],
    ['that is none', null],
  ] as const;
  const PARTS = ['begin', 'value', 'end'] as const;

  it.each(WRONG_TIMES.flatMap(([name, wrong]) => PARTS.map(part => ({ name, wrong, part }))))(
    'with a time $name at its $part is billed for the same energy, and for no more time',
    ({ wrong, part }) => {
      const { text, sample, readings, stored } = session();
      const timed = (of: (typeof PARTS)[number], seconds: number) => (part === of ? { at: wrong } : { at: at(seconds) });
      text(0, { phase: 'started', meterStartWh: 1000, ...timed('begin', 0) });
      const value = sample(60, 1150);
      text(60, { ...timed('value', 60), samples: [{ ...value, at: part === 'value' && wrong ? wrong : value.at }] });
      const ended = text(180, { phase: 'ended', meterStopWh: 1450, ...timed('end', 180) });
      expect(ended).toMatchObject({ state: 'ended', isFinal: true });
      expect(readings().at(-1)?.[1]).toBe(450);
      expect(stored().doubts).toEqual([]);
      const lastedMs = (ended?.endedAt?.getTime() ?? 0) - (ended?.startedAt?.getTime() ?? 0);
      expect(lastedMs).toBeLessThanOrEqual(180_000);
      expect(lastedMs).toBeGreaterThanOrEqual(0);
      if (part === 'end') expect(ended?.endedAt).toEqual(at(60));
    },
  );

  it('is told by our clock where the station’s is wrong by hours', () => {
    const hours = 2 * 3600;
    const { text } = session({ offsetMs: hours * 1000 });
    const started = text(0, { phase: 'started', at: at(-hours), meterStartWh: 1000 });
    expect(started?.startedAt).toEqual(at(0));
  });

  it('of nobody we know is told to nobody', () => {
    const { begin, meter, stop } = session({ authorizationReference: null });
    expect([begin(), meter(60, 1100), stop(120, 1200)]).toEqual([null, null, null]);
  });
});
