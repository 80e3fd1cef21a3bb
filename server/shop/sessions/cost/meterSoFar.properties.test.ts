import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { someClientRecord } from '../../../../test/support/invoiceFacts.ts';
import { fc, runs } from '../../../../test/support/property.ts';
import { addNewReadings } from '../../../../test/support/reportReadings.ts';
import { someOrder, someSession } from '../../../../test/support/rows.ts';
import { someCapabilities } from '../../../../test/support/someStation.ts';
import type { MeterReading } from '../../../core/ports/stationPort.ts';
import { stopMarginMinor } from '../../../core/pricing/estimate.ts';
import { announcedFee } from '../../../core/pricing/feeAnnouncement.ts';
import { addToCurve, NO_CURVE, pointsOf } from '../../../core/pricing/powerCurve.ts';
import { anyTariff, anyZone } from '../../../core/pricing/sessions.fixture.ts';
import { BERLIN, NIGHT_AND_WEEKEND } from '../../../core/pricing/tariffs.fixture.ts';
import type { PointRecord } from '../../../core/records/records.ts';
import type { MeterSoFar } from '../../../runtime/sessionCaches.ts';
import type { Store } from '../../../store/engine/database.ts';
import { openSqlite } from '../../../store/engine/sqlite.ts';
import { listReadings } from '../../../store/shop/readings.ts';
import { addSession, findSession, type SessionRecord, updateSession } from '../../../store/shop/sessions.ts';
import { createStore } from '../../../store/store.ts';
import { readMeter } from './meterSoFar.ts';
import { costSoFar, marginNow, type PriceNow } from './priceNow.ts';
import { billUntil, type PriceFacts, usageUntil } from './prices.ts';

const STARTED = Date.parse('2026-10-24T20:00:00Z');
const POWER_W = 11_000;
const INTERVAL_S = 10;
const POINT = { connectors: [{ id: '1', powerW: POWER_W }] } as unknown as PointRecord;

/**
 * The events of a session: a reading in order, late, corrected, or from a clock that is ahead; a crash of the process; a known
 * end.
 */
const anyEvent = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('told' as const), minutes: fc.integer({ min: 0, max: 120 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('late' as const), minutes: fc.integer({ min: 0, max: 400 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('corrected' as const), minutes: fc.integer({ min: 0, max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ahead' as const), minutes: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('died' as const), minutes: fc.integer({ min: 0, max: 200 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ended' as const), minutes: fc.integer({ min: 0, max: 30 }) }) },
);

let store: Store;
beforeEach(async () => {
  store = createStore(openSqlite(':memory:'));
  await store.migrate();
});
afterEach(() => store.close());

describe('What a session has come to, in the memory of two processes', () => {
  it('is what all its readings come to, whatever was told, corrected, lost or ended', async () => {
    let sessions = 0;
    const events = fc.array(
      fc.tuple(anyEvent, fc.nat({ max: 3000 }), fc.boolean(), fc.nat({ max: 1 }), fc.constantFrom(0, 0, 7, 60)),
      { minLength: 3, maxLength: 14 },
    );
    await fc.assert(
      fc.asyncProperty(anyTariff, anyZone, events, async (tariff, place, happening) => {
        const n = ++sessions;
        const names = {
          id: `s${n}`,
          watchId: `w${n}`,
          orderId: `o${n}`,
          authorizationReference: `x${n}`,
          number: 100_000_000 + n,
        };
        await store.inTransaction(trx =>
          addSession(trx, someSession({ ...names, state: 'running', startedAt: new Date(STARTED) })),
        );
        const facts = factsOf({ tariff, place, orderId: names.orderId });
        const processes: (MeterSoFar | undefined)[] = [undefined, undefined];
        let [nowMs, energyWh] = [STARTED, 0];
        for (const [{ kind, minutes }, wh, isCharging, at, laterS] of happening) {
          const session = await current(names.id);
          const known = await listReadings(store.db, names.id);
          const report = (...reported: MeterReading[]) => store.inTransaction(trx => addNewReadings(trx, names.id, reported));
          const reading = (ms: number, energyWh: number) => ({
            at: new Date(ms),
            energyWh,
            powerW: isCharging ? POWER_W : 0,
            isCharging,
          });
          if (kind === 'late') await report(reading(Math.max(STARTED, nowMs - minutes * 60_000), wh));
          else if (kind === 'corrected') {
            const one = known[minutes % Math.max(1, known.length)];
            if (one) await report({ ...one, energyWh: one.energyWh + wh });
          } else if (kind === 'died') processes[at] = undefined;
          else if (kind === 'ended') {
            if (session.endedAt === null)
              await store.inTransaction(trx => updateSession(trx, session, { endedAt: new Date(nowMs - minutes * 60_000) }));
          } else {
            energyWh += wh;
            nowMs += minutes * 60_000;
            await report(reading(kind === 'ahead' ? nowMs + 600_000 : nowMs, energyWh));
          }
          processes[at] = await compare(await current(names.id), facts, {
            stored: processes[at],
            now: new Date(nowMs + laterS * 1000),
          });
        }
      }),
      runs(120),
    );
  }, 120_000);

  it('reads only the readings after the last priced one, and all readings once an earlier one has changed', async () => {
    await store.inTransaction(trx =>
      addSession(trx, someSession({ id: 'long', state: 'running', startedAt: new Date(STARTED) })),
    );
    const facts = factsOf({ tariff: NIGHT_AND_WEEKEND, place: BERLIN, orderId: 'long' });
    const at = (n: number) => new Date(STARTED + n * 60_000);
    const reading = (n: number, energyWh = n * 150) => ({ at: at(n), energyWh, powerW: 9000 + (n % 7), isCharging: true });
    const report = (...readings: MeterReading[]) => store.inTransaction(trx => addNewReadings(trx, 'long', readings));
    await report(...Array.from({ length: 200 }, (_, n) => reading(n + 1)));
    const { soFar: cached } = await read(await current('long'), facts, { stored: undefined, now: at(201) });
    await report(...Array.from({ length: 100 }, (_, n) => reading(n + 201)));
    const session = await current('long');
    const costOf = async (cached: MeterSoFar | undefined) => {
      const session = await current('long');
      return costSoFar({ ...facts, session, meter: await read(session, facts, { stored: cached, now: at(301) }) });
    };
    const whole = billUntil(session, { ...facts, readings: await listReadings(store.db, 'long') }, at(301)).totalMinor;
    const latest = cached.latest?.at.getTime() ?? 0;
    const rows = await store.db.selectFrom('meter_values').selectAll().where('at', '<', latest).execute();
    await store.db.deleteFrom('meter_values').where('at', '<', latest).execute();
    expect(latest).toBe(at(200).getTime());
    expect(await costOf(cached)).toBe(whole);
    await store.db.insertInto('meter_values').values(rows).execute();
    expect(await costOf(undefined)).toBe(whole);

    await report(reading(150, 151 * 150 - 1));
    const changed = billUntil(session, { ...facts, readings: await listReadings(store.db, 'long') }, at(301)).totalMinor;
    expect(await costOf(cached)).toBe(changed);
  });

  it('goes by the price before, in the very second in which another begins', async () => {
    // The night price begins at 22:00 in Berlin (21:00 UTC). The station's clock is ahead.
    const at = (text: string) => new Date(`2026-10-26T${text}Z`);
    const started = at('19:00:00').getTime();
    await store.inTransaction(trx =>
      addSession(trx, someSession({ id: 'night', state: 'running', startedAt: new Date(started) })),
    );
    const facts = factsOf({ tariff: NIGHT_AND_WEEKEND, place: BERLIN, orderId: 'night' });
    const report = (time: string, energyWh: number) =>
      store.inTransaction(trx => addNewReadings(trx, 'night', [{ at: at(time), energyWh, powerW: POWER_W, isCharging: true }]));
    let cached: MeterSoFar | undefined;
    const compareAt = async (time: string) => {
      cached = await compare(await current('night'), facts, { stored: cached, now: at(time) });
    };
    await report('20:30:00', 5000);
    await compareAt('20:31:00');
    await report('21:00:00.000', 9000);
    await report('21:00:00.500', 14_000);
    await report('21:07:00', 20_000);
    await report('21:08:00', 26_000);
    for (const time of ['21:00:00.600', '21:00:01', '21:07:30', '21:09:00']) await compareAt(time);
  });
});

const factsOf = ({ tariff, place, orderId }: Pick<PriceFacts, 'tariff' | 'place'> & { orderId: string }): PriceFacts => ({
  order: someOrder({ id: orderId }),
  payment: null,
  client: someClientRecord(),
  point: POINT,
  tariff,
  place,
  vatPercent: 19,
  currency: tariff.currency,
});

const current = async (id: string): Promise<SessionRecord> => (await findSession(store.db, id)) as SessionRecord;

const read = (session: SessionRecord, facts: PriceFacts, request: { stored: MeterSoFar | undefined; now: Date }) =>
  readMeter(store.db, { session, startedAt: session.startedAt ?? new Date(STARTED), facts, ...request });

/**
 * Checks that the price computed from the cache equals the price computed from all readings.
 * @returns the next content of the cache
 */
async function compare(
  session: SessionRecord,
  facts: PriceFacts,
  { stored: kept, now }: { stored: MeterSoFar | undefined; now: Date },
) {
  const meter = await read(session, facts, { stored: kept, now });
  const priceNow: PriceNow = { ...facts, session, meter };
  const readings = await listReadings(store.db, session.id);
  const usage = usageUntil(session, readings, now);
  if (!usage) throw new Error('A session that has begun has a usage');
  const { tariff, place, vatPercent, currency } = facts;
  expect(costSoFar(priceNow)).toBe(billUntil(session, { ...facts, readings }, now).totalMinor);
  const afresh = await read(session, facts, { stored: undefined, now });
  expect(announcedFee(priceNow)).toEqual(announcedFee({ ...priceNow, meter: afresh }));
  const stations = { capabilities: () => someCapabilities({ meterIntervalS: INTERVAL_S }) };
  if (session.endedAt === null)
    expect(marginNow(priceNow, { stations })).toBe(
      stopMarginMinor({ tariff, place, vatPercent, currency, usage, powerW: POWER_W, intervalS: INTERVAL_S }),
    );
  expect(pointsOf(meter.curve)).toEqual(pointsOf(addToCurve(NO_CURVE, readings)));
  return meter.soFar;
}
