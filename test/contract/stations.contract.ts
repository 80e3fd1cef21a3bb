import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  MeterReading,
  SignedValue,
  StationAddress,
  StationCall,
  StationSession,
  StationStart,
  Stations,
} from '../../server/core/ports/stationPort.ts';
import type { PlugState } from '../../shared/charging/session.ts';
import { someAddress } from '../support/someStation.ts';

/** What the driver, the vehicle or the station does after the start request. */
export type Behaviour =
  | 'plugs in'
  | 'never plugs in'
  | 'is refused'
  | 'stops drawing power'
  | 'pulls the plug'
  | 'last value is late'
  | 'first stop is lost'
  | 'refuses to stop';

/**
 * Abilities that some station sources lack (simulator, OCPI or OCPP). Every station source has the abilities that are not listed
 * here.
 */
export interface StationTraits {
  /** Reported state of a plug that charges one of the app's sessions. OCPI only reports that the plug is in use. */
  inUse: PlugState;
  /** Whether the session reports that the vehicle draws no power. If not, only the meter readings show it. */
  pauses: boolean;
  /** Whether these tests can verify the signed meter records. */
  canVerifySigned: boolean;
  /** Whether a meter can receive the tariff and then includes it in its signed records. */
  signsTariff: boolean;
  /** Whether a station reports that it has given up a start because no vehicle was connected. */
  reportsGivenUpStarts: boolean;
  /** Whether the end of a session is reported before its last meter reading. If not, both are reported together. */
  endsBeforeItsLastValue: boolean;
  /** Whether the stations are behind the system of a CPO, which may be unavailable as a whole. */
  isBehindAnother: boolean;
  /** Whether the test has a plug whose station refuses to stop. */
  refusesStops: boolean;
  /**
   * Whether `read` returns every meter reading. If not, it returns only the latest one, and earlier ones are only in the
   * reports.
   */
  storesReadings: boolean;
}

export interface StationsUnderTest {
  stations(): Stations;
  traits: StationTraits;
  /** @returns the address of a plug that no other test uses */
  plug(behaviour: Behaviour): Partial<StationAddress> & Pick<StationAddress, 'evseId' | 'connector'>;
  now(): Date;
  pass(seconds: number): Promise<void>;
  /** Restarts the stations or the CPO's system, which then restore their stored state. */
  restart(): Promise<void>;
  /** Stops the stations or the CPO's system until `restart`. */
  end(): Promise<void>;
  /** The reports that the app has received about a start, in order. */
  reported(authorizationReference: string): readonly StationSession[];
  plugState(plug: { evseId: string; connector: string }): PlugState | undefined;
  close(): Promise<void>;
}

/** Longer than any driver in these tests takes to plug in. */
const PLUGGED_IN_S = 10;

/** The contract tests of the port `Stations`. */
export function describeStations(name: string, open: () => Promise<StationsUnderTest>) {
  describe(name, () => {
    let under: StationsUnderTest;
    let count = 0;
    beforeAll(async () => {
      under = await open();
    });
    afterAll(() => under.close());

    const someStart = (behaviour: Behaviour = 'plugs in'): StationStart => ({
      authorizationReference: `START${++count}`,
      address: someAddress(under.plug(behaviour)),
      limitMinor: 8000,
      tariffText: '001;EUR;0;49;0;0',
    });
    const startCharging = async (behaviour: Behaviour = 'plugs in'): Promise<StationStart> => {
      const start = someStart(behaviour);
      expect(await under.stations().start(start)).toBe('accepted');
      await under.pass(PLUGGED_IN_S);
      return start;
    };
    const read = async (call: StationCall, since: Date | null = null): Promise<StationSession> => {
      const session = await under.stations().read({ ...call, since });
      if (!session) throw new Error('The station knows no such start');
      return session;
    };
    /** Returns every meter reading of a start, from the reports and from `read`. */
    const allReadings = async (start: StationCall): Promise<readonly MeterReading[]> => {
      const { readings } = await read(start);
      if (under.traits.storesReadings) return readings;
      const reported = under.reported(start.authorizationReference).flatMap(station => station.readings);
      const byTime = new Map([...reported, ...readings].map(reading => [reading.at.getTime(), reading]));
      return [...byTime.values()].toSorted((a, b) => a.at.getTime() - b.at.getTime());
    };
    const ended = async (behaviour: Behaviour = 'plugs in', seconds = 60): Promise<StationStart> => {
      const start = await startCharging(behaviour);
      await under.pass(seconds);
      expect(['accepted', 'already-stopped']).toContain(await under.stations().stop(start));
      await under.pass(90);
      return start;
    };

    describe('a start', () => {
      it('waits for the vehicle, then charges, and the plug says so', async () => {
        const start = someStart();
        expect(await under.stations().read({ ...start, since: null })).toBeNull();
        expect(await under.stations().start(start)).toBe('accepted');
        expect(await read(start)).toMatchObject({
          state: 'waiting',
          startedAt: null,
          endedAt: null,
          readings: [],
          isFinal: false,
        });
        await under.pass(PLUGGED_IN_S);
        expect(await read(start)).toMatchObject({ state: 'charging', endedAt: null, isFinal: false });
        expect((await read(start)).startedAt).toBeInstanceOf(Date);
        expect(under.plugState(start.address)).toBe(under.traits.inUse);
      });

      it('asked for again is the same one: it neither begins again nor charges twice', async () => {
        const start = someStart();
        await Promise.all([under.stations().start(start), under.stations().start(start)]);
        await under.pass(PLUGGED_IN_S);
        const { startedAt } = await read(start);
        const readings = await allReadings(start);
        await under.pass(20);
        expect(await under.stations().start(start)).toBe('accepted');
        expect((await read(start)).startedAt).toEqual(startedAt);
        expect((await allReadings(start)).slice(0, readings.length)).toEqual(readings);
        const times = under
          .reported(start.authorizationReference)
          .flatMap(reported => reported.readings.map(({ at }) => at.getTime()));
        expect(new Set(times).size).toBe(times.length);
      });

      it('is refused where the station will not charge, and nothing more is known of it afterwards', async () => {
        const start = someStart('is refused');
        expect(await under.stations().start(start)).toBe('refused');
        await under.pass(PLUGGED_IN_S);
        expect((await under.stations().read({ ...start, since: null }))?.state ?? 'refused').toBe('refused');
        expect(under.reported(start.authorizationReference)).toEqual([]);
      });

      it('is refused at a plug that does not exist', async () => {
        const start = someStart();
        const { address } = start;
        const chargePoint = address.chargePoint && { ...address.chargePoint, evse: 99 };
        expect(await under.stations().start({ ...start, address: { ...address, connector: '99', chargePoint } })).toBe('refused');
      });

      it('goes on waiting when nobody plugs in, or says that it was given up, and reports no energy', async () => {
        const { reportsGivenUpStarts } = under.traits;
        const start = someStart('never plugs in');
        expect(await under.stations().start(start)).toBe('accepted');
        await under.pass(3600);
        const nothing = { startedAt: null, readings: [], signedValues: [], isFinal: false };
        expect(await read(start)).toMatchObject({ ...nothing, state: reportsGivenUpStarts ? 'cancelled' : 'waiting' });
        expect(under.reported(start.authorizationReference)).toMatchObject(
          reportsGivenUpStarts ? [{ ...nothing, state: 'cancelled' }] : [],
        );
      });
    });

    describe('giving a start up', () => {
      it('before the vehicle is plugged in cancels it for good, where no vehicle is plugged in later', async () => {
        const { rejectsCancelledStarts } = under.stations().capabilities(someStart().address);
        const start = someStart(rejectsCancelledStarts ? 'plugs in' : 'never plugs in');
        await under.stations().start(start);
        expect(await under.stations().cancelStart(start)).toBe('cancelled');
        await under.pass(60);
        expect((await read(start)).state).toBe('cancelled');
        expect((await read(start)).startedAt).toBeNull();
        expect(under.plugState(start.address)).not.toBe(under.traits.inUse);
        expect(await under.stations().cancelStart(start)).toBe('cancelled');
      });

      it('after charging has begun says so, and charging goes on', async () => {
        const start = await startCharging();
        expect(await under.stations().cancelStart(start)).toBe('already-started');
        await under.pass(30);
        expect((await read(start)).state).toBe('charging');
      });

      it('that has not arrived yet refuses it when it comes late', async () => {
        const start = someStart();
        if (!under.stations().capabilities(start.address).rejectsCancelledStarts) return;
        expect(await under.stations().cancelStart(start)).toBe('cancelled');
        expect(await under.stations().start(start)).toBe('refused');
        await under.restart();
        expect(await under.stations().start(start)).toBe('refused');
        await under.pass(60);
        expect(under.reported(start.authorizationReference)).toEqual([]);
      });

      it.each(['the start first', 'the cancellation first'])(
        'at the very same moment (%s) never charges after "cancelled"',
        async order => {
          const start = someStart();
          if (!under.stations().capabilities(start.address).rejectsCancelledStarts) return;
          const calls = [() => under.stations().start(start), () => under.stations().cancelStart(start)];
          const inOrder = order === 'the start first' ? calls : calls.reverse();
          const answers = await Promise.all(inOrder.map(call => call()));
          expect(answers).toContain('cancelled');
          await under.pass(60);
          expect((await under.stations().read({ ...start, since: null }))?.startedAt ?? null).toBeNull();
          expect(await under.stations().start(start)).toBe('refused');
        },
      );
    });

    describe('a stop', () => {
      it('that is refused is said to be, and charging goes on', async () => {
        if (!under.traits.refusesStops) return;
        const start = await startCharging('refuses to stop');
        expect(await under.stations().stop(start)).toBe('refused');
        await under.pass(30);
        expect((await read(start)).state).toBe('charging');
        expect(await under.stations().stop(start)).toBe('refused');
      });

      it('ends charging, and asked for again says that it is over', async () => {
        const start = await startCharging();
        await under.pass(30);
        expect(await under.stations().stop(start)).toBe('accepted');
        expect(['accepted', 'already-stopped']).toContain(await under.stations().stop(start));
        const requestedAt = under.now().getTime();
        await under.pass(60);
        const { state, endedAt, isFinal, readings } = await read(start);
        expect({ state, isFinal }).toEqual({ state: 'ended', isFinal: true });
        expect(Math.abs(endedAt!.getTime() - requestedAt)).toBeLessThanOrEqual(10_000);
        expect(readings.at(-1)?.at).toEqual(endedAt);
        expect(await under.stations().stop(start)).toBe('already-stopped');
        await under.pass(600);
        expect(await read(start)).toMatchObject({ endedAt, readings });
      });

      it('of a start nobody has heard of is no error', async () => {
        expect(await under.stations().stop({ ...someStart(), authorizationReference: 'NEVERASKEDFOR' })).toBe('already-stopped');
      });

      it('of a start that was given up says that nothing is charging', async () => {
        const [waiting, unheard] = [someStart(), someStart()];
        await under.stations().start(waiting);
        for (const start of [waiting, unheard]) {
          await under.stations().cancelStart(start);
          expect(await under.stations().stop(start)).toBe('already-stopped');
        }
      });

      it('that gets lost is answered "unknown", and the next one is obeyed', async () => {
        const start = await startCharging('first stop is lost');
        expect(await under.stations().stop(start)).toBe('unknown');
        await under.pass(30);
        expect((await read(start)).state).toBe('charging');
        expect(await under.stations().stop(start)).toBe('accepted');
        await under.pass(30);
        expect(await read(start)).toMatchObject({ state: 'ended', isFinal: true });
      });
    });

    describe('a cable', () => {
      it('is unlocked after its session where the capabilities say so', async () => {
        const start = await ended();
        const answer = await under.stations().unlock(start);
        const { canUnlock } = under.stations().capabilities(start.address);
        expect(answer).toBe(canUnlock ? 'unlocked' : 'refused');
      });
    });

    describe('what can be expected', () => {
      it('is answered at once, for a plug at which nobody has charged as well', async () => {
        const { isReachable, meterIntervalS, lastValueWithinS } = under.stations().capabilities(someStart().address);
        expect(isReachable).toBe(true);
        expect(meterIntervalS).toBeGreaterThan(0);
        expect(lastValueWithinS).toBeGreaterThanOrEqual(meterIntervalS);
      });
    });

    describe('the meter', () => {
      it('tells what is later than a time, when only that is asked for', async () => {
        const start = await startCharging();
        await under.pass(60);
        const readings = await allReadings(start);
        const since = readings[Math.floor(readings.length / 2)]!.at;
        await under.pass(30);
        const later = (await read(start, since)).readings;
        expect(later.length).toBeGreaterThan(0);
        expect(later).toEqual((await read(start)).readings.filter(({ at }) => at > since));
        expect(later.at(-1)).toEqual((await allReadings(start)).at(-1));
        await under.stations().stop(start);
        await under.pass(90);
        const { readings: last, isFinal, endedAt } = await read(start, later.at(-1)!.at);
        expect(isFinal).toBe(true);
        expect(last.at(-1)?.at).toEqual(endedAt);
        expect((await read(start, endedAt)).readings).toEqual([]);
      });

      it('never runs backwards, in energy or in time, from begin to end', async () => {
        const start = await ended('plugs in', 300);
        const { startedAt, endedAt } = await read(start);
        const readings = await allReadings(start);
        expect(readings.length).toBeGreaterThan(20);
        expect(readings[0]).toMatchObject({ at: startedAt, energyWh: 0 });
        expect(readings.at(-1)!.at).toEqual(endedAt);
        expect(readings.at(-1)!.energyWh).toBeGreaterThan(0);
        for (const [n, reading] of readings.slice(1).entries()) {
          expect(reading.at.getTime()).toBeGreaterThan(readings[n]!.at.getTime());
          expect(reading.energyWh).toBeGreaterThanOrEqual(readings[n]!.energyWh);
        }
      });

      it('is reported at least once in every interval while the vehicle charges', async () => {
        const start = await startCharging();
        await under.pass(120);
        const readings = await allReadings(start);
        const { meterIntervalS } = under.stations().capabilities(start.address);
        const gaps = readings.slice(1).map(({ at }, n) => (at.getTime() - readings[n]!.at.getTime()) / 1000);
        expect(gaps.length).toBeGreaterThan(5);
        expect(Math.max(...gaps)).toBeLessThanOrEqual(meterIntervalS);
        const reported = under.reported(start.authorizationReference).flatMap(station => station.readings);
        expect(reported).toEqual(readings);
      });

      it('stands still, and says so, while the vehicle draws nothing', async () => {
        const start = await startCharging('stops drawing power');
        await under.pass(120);
        const paused = await read(start);
        const { pauses, inUse } = under.traits;
        expect(paused).toMatchObject({ state: pauses ? 'paused' : 'charging', endedAt: null, isFinal: false });
        expect(under.plugState(start.address)).toBe(pauses ? 'suspended' : inUse);
        const before = await allReadings(start);
        await under.pass(300);
        const later = await read(start);
        expect(later.readings.at(-1)).toMatchObject({ energyWh: paused.readings.at(-1)!.energyWh, powerW: 0, isCharging: false });
        expect((await allReadings(start)).length).toBeGreaterThan(before.length);
      });

      it('ends by itself when the driver pulls the plug', async () => {
        const start = await startCharging('pulls the plug');
        await under.pass(600);
        expect(await read(start)).toMatchObject({ state: 'ended', isFinal: true });
        expect(await under.stations().stop(start)).toBe('already-stopped');
        expect(under.reported(start.authorizationReference).at(-1)).toMatchObject({ state: 'ended', isFinal: true });
      });

      it('is final only when its last value has arrived, however late', async () => {
        const start = await startCharging('last value is late');
        await under.pass(60);
        await under.stations().stop(start);
        await under.pass(20);
        const waiting = await read(start);
        const endsFirst = under.traits.endsBeforeItsLastValue;
        expect(waiting).toMatchObject({ state: endsFirst ? 'ended' : 'charging', isFinal: false, signedValues: [] });
        await under.pass(60);
        const final = await read(start);
        expect(final).toMatchObject({ state: 'ended', isFinal: true });
        if (endsFirst) expect(final.endedAt).toEqual(waiting.endedAt);
        expect(waiting.readings.at(-1)!.at.getTime()).toBeLessThan(final.endedAt!.getTime());
        expect(final.readings.at(-1)!.at).toEqual(final.endedAt);
        expect(final.readings.at(-1)!.energyWh).toBeGreaterThan(waiting.readings.at(-1)!.energyWh);
        expect(final.signedValues).toHaveLength(under.traits.canVerifySigned ? 1 : 0);
      });
    });

    describe('a signed record', () => {
      it('is genuine, and its register says what the readings say', async () => {
        if (!under.traits.canVerifySigned) return;
        const start = await ended();
        const { signedValues, readings } = await read(start);
        expect(signedValues).toHaveLength(1);
        const [value] = signedValues;
        expect(isGenuine(value!)).toBe(true);
        expect(isGenuine({ ...value!, data: value!.data.replace('"TX":"E","RV":4', '"TX":"E","RV":9') })).toBe(false);
        const [begin, end] = registerOf(value!);
        expect(Math.round((end! - begin!) * 1000)).toBe(readings.at(-1)!.energyWh);
        expect(value!.data).toContain(start.address.evseId);
        expect(value!.data.includes('001;EUR;0;49;0;0')).toBe(under.traits.signsTariff);
      });

      it('is made once: whoever asks later, or all at once, gets the same bytes', async () => {
        if (!under.traits.canVerifySigned) return;
        const start = await startCharging();
        await under.pass(20);
        await under.stations().stop(start);
        await under.pass(10);
        const answers = await Promise.all([1, 2, 3].map(() => read(start)));
        await under.restart();
        const again = await read(start);
        const all = [...answers, again, under.reported(start.authorizationReference).at(-1)!].map(
          ({ signedValues }) => signedValues[0]?.data,
        );
        expect(all[0]).toMatch(/^OCMF\|/);
        expect(new Set(all).size).toBe(1);
      });

      it('goes on where the meter of that plug stood before, and counts its pages', async () => {
        if (!under.traits.canVerifySigned) return;
        const first = await ended();
        const { signedValues: before } = await read(first);
        const second = { ...first, authorizationReference: `START${++count}` };
        await under.stations().start(second);
        await under.pass(60);
        await under.stations().stop(second);
        await under.restart();
        await under.pass(60);
        const { signedValues: after } = await read(second);
        expect(registerOf(after[0]!)[0]).toBe(registerOf(before[0]!)[1]);
        expect(pageOf(after[0]!)).toBe(pageOf(before[0]!) + 1);
        expect(after[0]!.publicKey).toBe(before[0]!.publicKey);
        expect(isGenuine(after[0]!)).toBe(true);
      });
    });

    it('say whether they can be reached', async () => {
      if (!under.traits.isBehindAnother) return;
      await expect(under.stations().health()).resolves.toBeUndefined();
      await under.end();
      await expect(under.stations().health()).rejects.toThrow();
      await under.restart();
      await expect(under.stations().health()).resolves.toBeUndefined();
    });

    describe('after a restart', () => {
      it('a session goes on as if nothing had happened', async () => {
        const start = await startCharging();
        await under.pass(35);
        const [before, known] = [await read(start), await allReadings(start)];
        await under.restart();
        expect(await read(start)).toEqual(before);
        await under.pass(60);
        const after = await read(start);
        expect(after.startedAt).toEqual(before.startedAt);
        const readings = await allReadings(start);
        expect(readings.slice(0, known.length)).toEqual(known);
        expect(readings.length).toBeGreaterThan(known.length);
        expect(under.reported(start.authorizationReference).at(-1)!.readings.at(-1)).toEqual(after.readings.at(-1));
      });

      it('what happened meanwhile is told, even that it ended', async () => {
        const start = await startCharging();
        await under.pass(30);
        await under.stations().stop(start);
        await under.restart();
        await under.pass(60);
        expect(under.reported(start.authorizationReference).at(-1)).toMatchObject({ state: 'ended', isFinal: true });
      });

      it('a start that waits for its vehicle still begins', async () => {
        const start = someStart();
        await under.stations().start(start);
        await under.restart();
        await under.pass(PLUGGED_IN_S);
        expect((await read(start)).state).toBe('charging');
        expect(await under.stations().start(start)).toBe('accepted');
      });
    });
  });
}

/**
 * Verifies a signed record as the transparency software of the German calibration law does: the signature covers exactly the
 * bytes between the first and the second `|`.
 */
function isGenuine({ data, publicKey }: SignedValue): boolean {
  const [, payload = '', signature = ''] = data.split('|');
  const key = createPublicKey({ key: Buffer.from(publicKey ?? '', 'hex'), type: 'spki', format: 'der' });
  const { SD } = JSON.parse(signature) as { SD: string };
  return verify('sha256', Buffer.from(payload), key, Buffer.from(SD, 'hex'));
}

interface Payload {
  PG: string;
  RD: readonly { RV: number }[];
}
const payloadOf = ({ data }: SignedValue): Payload => JSON.parse(data.split('|')[1] ?? '') as Payload;
/** Returns the energy registers at the start and at the end of the session, in kWh. */
const registerOf = (value: SignedValue): number[] => payloadOf(value).RD.map(({ RV }) => RV);
const pageOf = (value: SignedValue): number => Number(payloadOf(value).PG.slice(1));
