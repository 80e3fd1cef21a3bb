import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { MeterReading } from '../../server/core/ports/stationPort.ts';
import type { ClientRecord, OperatorData, PointRecord } from '../../server/core/records/records.ts';
import { createInvoiceDocument } from '../../server/shop/documents/content/invoiceDocument.ts';
import { addMoves } from '../../server/staff/ledger/addMoves.ts';
import { closePeriod } from '../../server/staff/ledger/closePeriod.ts';
import { spanOf } from '../../server/staff/ledger/ledger.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { addNote, closeNote, findNote, listOpenNotes, type Note } from '../../server/store/jobs/alertRows.ts';
import { listAudit, writeAudit } from '../../server/store/jobs/audit.ts';
import { createHeldStations } from '../../server/store/jobs/connectionLeases.ts';
import { claimDue, finish, nextDue, postpone } from '../../server/store/jobs/jobClaims.ts';
import { createKeyValueStore } from '../../server/store/jobs/keyValueStore.ts';
import { enqueue } from '../../server/store/jobs/outboxRows.ts';
import { findClient, findPoint, findPointAtStation, listPoints, setPlugState } from '../../server/store/shop/catalogue.ts';
import { createDatabaseFiles } from '../../server/store/shop/documentFiles.ts';
import {
  addDocument,
  allocateNumber,
  type DocumentRecord,
  findDocument,
  findDocumentOf,
  listDocuments,
  noteDrawn,
} from '../../server/store/shop/documents.ts';
import { findImportedFiles, putImportedFiles } from '../../server/store/shop/importedFiles.ts';
import { forgetCodes, spendCode } from '../../server/store/shop/limits.ts';
import { addOrder, findOrder, findOrderByFormToken, transitionOrder } from '../../server/store/shop/orders.ts';
import {
  addPayment,
  claimPaymentCheck,
  findPayment,
  listDuePayments,
  transitionPayment,
  updatePayment,
} from '../../server/store/shop/payments.ts';
import { listPlugChanges, removePlugChanges } from '../../server/store/shop/plugChanges.ts';
import {
  findDevice,
  forgetDevices,
  forgetPushes,
  listDevices,
  putDevice,
  removeDevice,
  setNotifiedEvents,
} from '../../server/store/shop/pushDevices.ts';
import { listRemarks, replaceLocations } from '../../server/store/shop/pushedLocations.ts';
import { latestReading, listReadings, listReadingsFrom } from '../../server/store/shop/readings.ts';
import {
  addRefund,
  findRefund,
  finishRefund,
  listRefunds,
  moveToNextKey,
  noteBefore,
  type RefundRecord,
} from '../../server/store/shop/refunds.ts';
import { replaceCatalogue } from '../../server/store/shop/replaceCatalogue.ts';
import {
  addSession,
  addSignedValues,
  findCharged,
  findSession,
  findSessionAtPlug,
  listSignedValues,
  plugsAt,
  transitionSession,
  updateSession,
} from '../../server/store/shop/sessions.ts';
import { oldestUnsettled, outboxDepth } from '../../server/store/shop/states.ts';
import { findTariffAt, getTariff } from '../../server/store/shop/tariffs.ts';
import { addWithdrawal, findWithdrawal } from '../../server/store/shop/withdrawals.ts';
import { listMovesOf, sumMoves } from '../../server/store/staff/moveRows.ts';
import type { BookMoveRecord } from '../../server/store/tables/ledgerTables.ts';
import type { PlugState } from '../../shared/charging/session.ts';
import type { Tariff } from '../../shared/model/tariff.ts';
import { DAY_MS, HOUR_MS } from '../../shared/model/time.ts';
import { countWrites } from '../support/countWrites.ts';
import { someClientRecord, someInvoiceFacts } from '../support/invoiceFacts.ts';
import { addNewReadings } from '../support/reportReadings.ts';
import { someOrder, somePayment, someSession } from '../support/rows.ts';
import { describeDocumentFiles } from './documentFiles.contract.ts';

export interface StoreUnderTest {
  /** Two processes on the same data, each with its own connection. */
  one: Store;
  other: Store;
  close(): Promise<void>;
}

const NOW = new Date('2026-11-20T10:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

/** The contract tests of `Store`. They run on each database engine. */
export function describeStore(name: string, open: () => Promise<StoreUnderTest>) {
  describe(name, () => {
    let under: StoreUnderTest;
    let store: Store;
    beforeEach(async () => {
      under = await open();
      store = under.one;
    });
    afterEach(() => under.close());

    it('answers, is made once, and is made again without harm', async () => {
      await createKeyValueStore(store.db, 'test').put('kept', true);
      await store.migrate();
      await under.other.migrate();
      await store.check();
      expect(await createKeyValueStore(under.other.db, 'test').get('kept')).toBe(true);
    });

    it('says so when it has been closed', async () => {
      await under.other.check();
      await under.other.close();
      await expect(under.other.check()).rejects.toThrow();
    });

    describe('a transaction', () => {
      it('happens whole or not at all', async () => {
        const broken = store.inTransaction(async trx => {
          await addOrder(trx, someOrder());
          await addPayment(trx, somePayment());
          throw new Error('in the middle');
        });
        await expect(broken).rejects.toThrow('in the middle');
        expect(await findOrder(store.db, 'order-1')).toBeNull();
        expect(await findPayment(store.db, 'payment-1')).toBeNull();
      });

      it('is seen by nobody else before it is over', async () => {
        await store.inTransaction(async trx => {
          await addOrder(trx, someOrder());
          expect(await findOrder(trx, 'order-1')).not.toBeNull();
          expect(await findOrder(under.other.db, 'order-1')).toBeNull();
        });
        expect(await findOrder(under.other.db, 'order-1')).toEqual(someOrder());
      });

      it('waits for the one before: two that add to the same counter lose nothing', async () => {
        const all = await Promise.all(
          Array.from({ length: 20 }, () => store.inTransaction(trx => allocateNumber(trx, 'series'))),
        );
        expect([...all].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
      });
    });

    describe('the catalogue', () => {
      it('is replaced whole: what is gone is gone, what is new can be sold', async () => {
        await replace(store, { points: [somePoint('DE*SWL*E1*1'), somePoint('DE*SWL*E2*1')] });
        await replace(store, { points: [somePoint('DE*SWL*E2*1'), somePoint('DE*SWL*E3*1')], clients: ['lindau', 'lech'] });
        expect((await listPoints(store.db)).map(({ evseId }) => evseId)).toEqual(['DE*SWL*E2*1', 'DE*SWL*E3*1']);
        const some = await listPoints(store.db, { only: ['DESWLE31', 'DE*SWL*E1*1', 'DE*SWL*E9*1'] });
        expect(some.map(({ evseId }) => evseId)).toEqual(['DE*SWL*E3*1']);
        expect(await listPoints(store.db, { only: [] })).toEqual([]);
        expect(await findPoint(store.db, 'DE*SWL*E1*1')).toBeNull();
        expect((await findClient(store.db, 'lech'))?.id).toBe('lech');
        await replace(store, { points: [somePoint('DE*SWL*E3*1')] });
        expect(await findClient(store.db, 'lech')).toBeNull();
      });

      it('forgets which files were taken over as soon as anybody changes what is sold, and not before', async () => {
        const input = { clients: 1, points: 1, plugs: 1, sold: 1, remarks: [] };
        const claimed = {
          rules: 'these',
          seen: { names: ['clients.json'], hash: 'of it' },
          summary: input,
          from: 0,
          until: null,
        };
        const putFiles = () => store.inTransaction(trx => putImportedFiles(trx, claimed));
        const files = { points: [somePoint('DE*SWL*E1*1')], tariffs: [{ version: 'v1', priceMicro: 490_000 }] };
        await replace(store, files);
        expect(await findImportedFiles(store.db)).toBeNull();
        const changes = [
          under.other.db.updateTable('clients').set({ is_current: 0 }),
          under.other.db.updateTable('points').set({ is_current: 0 }),
          under.other.db.updateTable('tariffs').set({ json: '{}' }),
        ];
        for (const change of changes) {
          await putFiles();
          await putFiles();
          await under.other.db.updateTable('plugs').set({ state: 'charging' }).execute();
          expect(await findImportedFiles(under.other.db)).toEqual(claimed);
          await change.execute();
          expect(await findImportedFiles(store.db)).toBeNull();
        }
        for (const table of ['tariff_periods', 'tariffs', 'points', 'clients'] as const) {
          await putFiles();
          await store.db.deleteFrom(table).execute();
          expect(await findImportedFiles(store.db)).toBeNull();
        }
        await putFiles();
        await replace(store, files);
        expect(await findImportedFiles(store.db)).toBeNull();
        await putFiles();
        await replace(store, files);
        expect(await findImportedFiles(store.db)).toEqual(claimed);
      });

      it('finds a point in any spelling', async () => {
        await replace(store, { points: [somePoint('DE*SWL*E42*1')] });
        for (const spelling of ['de*swl*e42*1', 'DESWLE421', 'DE-SWL-E42-1'])
          expect((await findPoint(store.db, spelling))?.evseId).toBe('DE*SWL*E42*1');
      });

      it('finds a point by the name that its charge point has for it', async () => {
        const station = { source: 'ocpp', countryCode: 'DE', partyId: 'SWL', locationId: 'L', evseUid: 'U' };
        const at = (evseId: string, evse: number): PointRecord => ({
          ...somePoint(evseId),
          station: { ...station, chargePoint: { id: 'CS1', evse, connectors: {} } },
        });
        await replace(store, { points: [at('DE*SWL*E1*1', 1), at('DE*SWL*E1*2', 2), somePoint('DE*SWL*E2*1')] });
        expect((await findPointAtStation(store.db, { id: 'CS1', evse: 2 }))?.evseId).toBe('DE*SWL*E1*2');
        expect(await findPointAtStation(store.db, { id: 'CS1', evse: 3 })).toBeNull();
        await replace(store, { points: [somePoint('DE*SWL*E2*1')] });
        expect(await findPointAtStation(store.db, { id: 'CS1', evse: 1 })).toBeNull();
      });

      it('keeps a tariff that orders were made with, but sells by the new one', async () => {
        await replace(store, { tariffs: [{ version: 'v1', priceMicro: 490_000 }] });
        await replace(store, { tariffs: [{ version: 'v2', priceMicro: 590_000 }] });
        expect((await findTariffAt(store.db, { id: 'plain', at: NOW }))?.version).toBe('v2');
        expect(await getTariff(store.db, { id: 'plain', version: 'v1' })).toEqual(someTariff(490_000));
        await replace(store, { tariffs: [{ version: 'v1', priceMicro: 490_000 }] });
        expect((await findTariffAt(store.db, { id: 'plain', at: NOW }))?.version).toBe('v1');
      });

      it('sells each version of a tariff at its time, the one that began last where there are several', async () => {
        const [dawn, noon, dusk, night] = [1, 2, 3, 4].map(hour => later(hour * 3_600_000));
        await replace(store, {
          tariffs: [
            { version: 'v1', priceMicro: 490_000 },
            { version: 'v2', priceMicro: 590_000, from: dawn, until: noon },
            { version: 'v1', priceMicro: 490_000, from: dusk, until: night },
          ],
        });
        const at = async (time: Date) => findTariffAt(under.other.db, { id: 'plain', at: time });
        expect(await at(new Date(dawn!.getTime() - 1))).toMatchObject({ version: 'v1', isSold: true });
        expect(await at(dawn!)).toMatchObject({ version: 'v2', isSold: true });
        expect(await at(noon!)).toMatchObject({ version: 'v1', isSold: true });
        expect(await at(night!)).toMatchObject({ version: 'v1', isSold: true });
        await replace(store, { tariffs: [{ version: 'v3', priceMicro: 690_000, from: dawn, until: noon }] });
        expect(await at(NOW)).toMatchObject({ version: 'v3', isSold: false });
        expect(await at(noon!)).toMatchObject({ version: 'v3', isSold: false });
        expect(await findTariffAt(store.db, { id: 'none', at: NOW })).toBeNull();
      });

      it('remembers the VAT rate of a country that is sold in no more, for sessions there', async () => {
        await replace(store, { rates: { de: 19, hu: 27 } });
        await replace(store, { rates: { de: 20 } });
        expect((await findClient(store.db, 'lindau'))?.vat).toEqual({ de: 20, hu: 27 });
      });

      it('keeps how a plug really stands when files are read again', async () => {
        const point = somePoint('DE*SWL*E1*1');
        await replace(store, { points: [point] });
        expect((await plugsAt(store.db, { evseId: point.evseId, connectors: ['1'] })).states.get('1')).toBe('available');
        await setPlugState(store.db, { evseId: point.evseId, connector: '1', state: 'charging', now: NOW });
        await replace(store, { points: [point] });
        expect((await plugsAt(store.db, { evseId: point.evseId, connectors: ['1'] })).states.get('1')).toBe('charging');
      });

      it('records each change of a plug with its latest fault and since when, and forgets old ones but the last', async () => {
        const [evseId, connector] = ['DE*SWL*E1*1', '1'];
        const at = (hours: number) => later(hours * HOUR_MS);
        await replace(store, { points: [somePoint(evseId)] });
        const put = (hours: number, state: PlugState, fault: string | null = null) =>
          setPlugState(store.db, { evseId, connector, state, fault, now: at(hours) });
        await put(1, 'charging');
        await put(2, 'charging');
        await put(3, 'unavailable', 'GroundFailure E-214');
        await put(3.2, 'unavailable', 'GroundFailure E-215');
        await put(4, 'available');
        const since = async (hours: number) =>
          (await listPlugChanges(store.db, { evseId, connector, since: at(hours), limit: 10 })).map(change => [
            (change.at.getTime() - NOW.getTime()) / HOUR_MS,
            change.state,
            change.fault,
          ]);
        const last = [4, 'available', null];
        expect(await since(2)).toEqual([[1, 'charging', null], [3, 'unavailable', 'GroundFailure E-215'], last]);
        await removePlugChanges(store.db, at(3.5));
        expect(await since(0)).toEqual([[3, 'unavailable', 'GroundFailure E-215'], last]);
      });

      it('has the remarks of a source on what is sold there, each once, until the location is told without them', async () => {
        const remark = { file: 'ocpi:town', path: '$.tariffs[DE*CPO*T1].tax_included', reason: 'does not say' };
        const input = ['A', 'B'].map(location => ({ source: 'ocpi:town', location, points: [], tariffs: [], refused: [] }));
        await store.inTransaction(trx =>
          replaceLocations(
            trx,
            input.map(each => ({ ...each, remarks: [remark] })),
            NOW,
          ),
        );
        expect(await listRemarks(store.db, 'ocpi:town')).toEqual([remark]);
        await store.inTransaction(trx => replaceLocations(trx, input, NOW));
        expect(await listRemarks(store.db, 'ocpi:town')).toEqual([]);
      });

      it('is written only where it has changed', async () => {
        const points = ['DE*BLF*E1', 'DE*BLF*E2', 'DE*BLF*E3'].map(somePoint);
        const [low, high] = [
          { version: 'v1', priceMicro: 400_000, until: later(DAY_MS) },
          { version: 'v2', priceMicro: 500_000, from: later(DAY_MS) },
        ];
        const clients = ['lindau', 'bregenz'];
        const before = { points, clients, tariffs: [low] };
        await replace(store, before);
        const writesOf = (next: Replacement) => countWrites(store, trx => replaceCatalogue(trx, dataOf(next), NOW));
        expect(await writesOf(before)).toBe(0);

        expect(await writesOf({ ...before, points: points.slice(1) })).toBe(1);
        expect((await listPoints(store.db)).map(({ evseId }) => evseId)).toEqual(['DE*BLF*E2', 'DE*BLF*E3']);
        expect(await writesOf(before)).toBeLessThanOrEqual(2);
        expect(await listPoints(store.db)).toEqual(points);

        expect(await writesOf({ ...before, clients: ['lindau'] })).toBe(1);
        expect(await findClient(store.db, 'bregenz')).toBeNull();
        await replace(store, before);
        expect(await findClient(store.db, 'bregenz')).not.toBeNull();

        const both = { ...before, tariffs: [low, high] };
        expect(await writesOf(both)).toBeGreaterThan(0);
        expect(await writesOf(both)).toBe(0);
        expect(await findTariffAt(store.db, { id: 'plain', at: later(2 * DAY_MS) })).toMatchObject({
          version: 'v2',
          isSold: true,
        });
        await replace(store, { ...both, tariffs: [] });
        expect(await findTariffAt(store.db, { id: 'plain', at: NOW })).toBeNull();
        expect(await writesOf({ ...both, tariffs: [] })).toBe(0);
      });

      it('stays as it was when the new one cannot be taken over', async () => {
        await replace(store, { points: [somePoint('DE*SWL*E1*1')] });
        await expect(replace(store, { points: [somePoint('DE*SWL*E2*1'), somePoint('de*swl*e2*1')] })).rejects.toThrow();
        expect((await listPoints(store.db)).map(({ evseId }) => evseId)).toEqual(['DE*SWL*E1*1']);
      });
    });

    describe('a code of a screen', () => {
      it('is good for one order, until it is forgotten', async () => {
        const code = { evseId: 'DE*SWL*E1*1', slot: 58_796_641, orderId: 'order-1', now: NOW };
        const both = [under.one, under.other].map(({ inTransaction }) => inTransaction(trx => spendCode(trx, code)));
        expect((await Promise.all(both)).sort()).toEqual([false, true]);
        for (const other of [{ slot: 58_796_642 }, { evseId: 'DE*SWL*E1*2' }])
          expect(await store.inTransaction(trx => spendCode(trx, { ...code, ...other }))).toBe(true);
        await store.inTransaction(trx => forgetCodes(trx, later(1)));
        expect(await store.inTransaction(trx => spendCode(trx, code))).toBe(true);
      });
    });

    describe('an order', () => {
      it('is made once of one intent', async () => {
        expect(await store.inTransaction(trx => addOrder(trx, someOrder()))).toBe(true);
        expect(await store.inTransaction(trx => addOrder(trx, someOrder({ id: 'order-2' })))).toBe(false);
        expect((await findOrderByFormToken(store.db, 'intent-1'))?.id).toBe('order-1');
        expect(await findOrder(store.db, 'order-2')).toBeNull();
      });

      it('moves only from where it was seen', async () => {
        await store.inTransaction(trx => addOrder(trx, someOrder()));
        const seen = (await findOrder(store.db, 'order-1'))!;
        expect(await store.inTransaction(trx => transitionOrder(trx, seen, 'held'))).toEqual({ ...seen, state: 'held' });
        expect(await store.inTransaction(trx => transitionOrder(trx, seen, 'over', { why: 'payment-expired' }))).toBeNull();
        expect(await findOrder(store.db, 'order-1')).toMatchObject({ state: 'held', why: null });
      });
    });

    describe('a payment', () => {
      beforeEach(() => store.inTransaction(trx => addPayment(trx, somePayment())));
      const seen = async () => (await findPayment(store.db, 'payment-1'))!;

      it('is moved by one of two who saw the same, and the other is told', async () => {
        const both = await seen();
        expect(await store.inTransaction(trx => transitionPayment(trx, both, 'pending'))).toEqual({
          ...both,
          state: 'pending',
          version: 2,
        });
        expect(await under.other.inTransaction(trx => transitionPayment(trx, both, 'authorised'))).toBeNull();
        expect(await seen()).toMatchObject({ state: 'pending', version: 2 });
      });

      it('counts its versions even when it stays where it is, so that old facts are never written over new ones', async () => {
        const both = await seen();
        expect(await store.inTransaction(trx => updatePayment(trx, both, { keyN: 2 }))).toMatchObject({ keyN: 2 });
        expect(await store.inTransaction(trx => updatePayment(trx, both, { keyN: 9 }))).toBeNull();
        expect(await seen()).toMatchObject({ keyN: 2, version: 2 });
      });

      it.each([
        ['created', 'captured'],
        ['pending', 'capturing'],
        ['captured', 'releasing'],
        ['released', 'capturing'],
        ['capturing', 'releasing'],
        ['releasing', 'capturing'],
        ['expired', 'authorised'],
        ['capture_failed', 'captured'],
      ] as const)('never goes from %s to %s', async (state, to) => {
        const payment = { ...(await seen()), state };
        await expect(store.inTransaction(trx => transitionPayment(trx, payment, to))).rejects.toThrow('cannot move');
        expect((await seen()).state).toBe('created');
      });

      it('is looked at when its time has come, not before and not when it never is', async () => {
        await store.inTransaction(async trx => {
          await addPayment(trx, somePayment({ id: 'later', nextCheckAt: later(1000) }));
          await addPayment(trx, somePayment({ id: 'due', nextCheckAt: NOW }));
        });
        const due = async (now: Date) => (await listDuePayments(store.db, { now, limit: 10 })).map(({ id }) => id);
        expect(await due(NOW)).toEqual(['due']);
        expect(await due(later(1000))).toEqual(['due', 'later']);
      });

      it('that is due is looked at by one of those who find it so', async () => {
        await store.inTransaction(trx => addPayment(trx, somePayment({ id: 'due', nextCheckAt: NOW })));
        const [found] = await listDuePayments(store.db, { now: NOW, limit: 1 });
        if (!found) throw new Error('Nothing is due');
        const claims = Array.from({ length: 8 }, () => claimPaymentCheck(store.db, found, later(1000)));
        expect((await Promise.all(claims)).filter(isMine => isMine)).toHaveLength(1);
        expect(await findPayment(store.db, 'due')).toMatchObject({ nextCheckAt: later(1000), version: found.version });
        expect(await claimPaymentCheck(store.db, found, null)).toBe(false);
      });

      it('that holds something is looked at first, and pages that nobody has paid on take turns by network', async () => {
        const pages = [
          ...Array.from({ length: 30 }, (_, n) => ['flood', `flood-${n}`]),
          ['home', 'driver'],
          ['', 'a'],
          ['', 'b'],
        ];
        await store.inTransaction(async trx => {
          for (const [visitor = '', id = ''] of pages) {
            await addOrder(trx, someOrder({ id, formToken: id, visitor, paymentId: id }));
            // The query alternates between the networks of the visitors. Payments of other networks are therefore listed earlier,
            // although they are due later.
            await addPayment(
              trx,
              somePayment({
                id,
                orderId: id,
                state: 'pending',
                nextCheckAt: later(pages.findIndex(page => page[1] === id)),
              }),
            );
          }
          await addPayment(trx, somePayment({ id: 'held', state: 'authorised', nextCheckAt: later(1000) }));
          await addPayment(trx, somePayment({ id: 'closed', state: 'expired', nextCheckAt: later(900) }));
        });
        const due = (await listDuePayments(store.db, { now: later(2000), limit: 6 })).map(({ id }) => id);
        expect(due).toEqual(['held', 'flood-0', 'driver', 'a', 'b', 'closed', 'flood-1']);
      });
    });

    describe('a session', () => {
      beforeEach(() => store.inTransaction(trx => addSession(trx, someSession())));
      const seen = async () => (await findSession(store.db, 'session-1'))!;

      it('is moved by one of two who saw the same', async () => {
        const both = await seen();
        expect(await store.inTransaction(trx => transitionSession(trx, both, 'starting'))).toMatchObject({
          state: 'starting',
          version: both.version + 1,
        });
        expect(await under.other.inTransaction(trx => transitionSession(trx, both, 'cancelled'))).toBeNull();
        expect(await store.inTransaction(trx => updateSession(trx, both, { energyWh: 1 }))).toBeNull();
        expect(await seen()).toMatchObject({ state: 'starting', version: 2, energyWh: 0 });
      });

      it('counts its versions even when it stays where it is, so that old facts are never written over new ones', async () => {
        const both = await seen();
        expect(await store.inTransaction(trx => updateSession(trx, both, { energyWh: 200 }))).toMatchObject({ energyWh: 200 });
        expect(await store.inTransaction(trx => updateSession(trx, both, { energyWh: 100 }))).toBeNull();
        expect(await seen()).toMatchObject({ energyWh: 200, version: 2 });
      });

      it.each([
        ['completed', 'running'],
        ['completed', 'cancelled'],
        ['starting', 'completed'],
        ['running', 'cancelled'],
        ['stopping', 'running'],
        ['cancelled', 'running'],
      ] as const)('never goes from %s to %s', async (state, to) => {
        const session = { ...(await seen()), state };
        await expect(store.inTransaction(trx => transitionSession(trx, session, to))).rejects.toThrow('cannot move');
      });

      it('has ids and a number of its own', async () => {
        const second = {
          id: 'session-2',
          watchId: 'watch-2',
          number: 987_654_321,
          orderId: 'order-2',
          authorizationReference: 'start-2',
        };
        await store.inTransaction(trx => addSession(trx, someSession(second)));
        const third = { id: 's3', watchId: 'w3', number: 111_111_111, orderId: 'o3', authorizationReference: 'x3' };
        for (const clash of ['watchId', 'orderId', 'authorizationReference'] as const) {
          const row = someSession({ ...third, [clash]: second[clash] });
          await expect(store.inTransaction(trx => addSession(trx, row))).rejects.toThrow();
        }
        // If the session number is already used, `addSession` returns false and does not throw, so that the caller can try
        // another number.
        const sameNumber = someSession({ ...third, number: second.number });
        expect(await store.inTransaction(trx => addSession(trx, sameNumber))).toBe(false);
        expect(await findSession(store.db, sameNumber.id)).toBeNull();
        expect(await store.inTransaction(trx => addSession(trx, someSession(third)))).toBe(true);
      });

      it('has its plug while it is going on, and nobody else’s', async () => {
        const plug = { evseId: 'DE*BLF*E1001*1', connector: '1' };
        expect(await findSessionAtPlug(store.db, plug)).toBeNull();
        await store.inTransaction(async trx => transitionSession(trx, (await findSession(trx, 'session-1'))!, 'starting'));
        expect((await findSessionAtPlug(store.db, plug))?.id).toBe('session-1');
        expect(await findSessionAtPlug(store.db, { ...plug, connector: '2' })).toBeNull();
      });

      it('keeps every reading once, in order of time, however often and in whatever order it is told', async () => {
        const [first, second, third] = [0, 10, 20].map(s => someReading(s)) as [MeterReading, MeterReading, MeterReading];
        await store.inTransaction(trx => addNewReadings(trx, 'session-1', [third, first]));
        await store.inTransaction(trx => addNewReadings(trx, 'session-1', [first, second, third]));
        expect(await listReadings(store.db, 'session-1')).toEqual([first, second, third]);
        await store.inTransaction(trx => addNewReadings(trx, 'session-1', [{ ...second, energyWh: second.energyWh - 1 }]));
        expect(await listReadings(store.db, 'session-1')).toEqual([first, second, third]);
        // Two meter readings can have the same time, because some meters report whole seconds. Both are stored, so that no energy
        // is lost.
        const more = { ...second, energyWh: second.energyWh + 1 };
        await store.inTransaction(trx => addNewReadings(trx, 'session-1', [more]));
        expect(await listReadings(store.db, 'session-1')).toEqual([first, more, third]);
        expect(await listReadings(store.db, 'another')).toEqual([]);
        expect(await listReadingsFrom(store.db, 'session-1', more.at)).toEqual([more, third]);
        expect(await latestReading(store.db, 'session-1')).toEqual(third);
      });

      it('knows when readings before the latest have changed, and only then', async () => {
        const [first, second, third] = [0, 10, 20].map(s => someReading(s)) as [MeterReading, MeterReading, MeterReading];
        const revisions: number[] = [];
        const addToSession = async (...reported: readonly MeterReading[]) => {
          await store.inTransaction(trx => addNewReadings(trx, 'session-1', reported));
          revisions.push((await seen()).meterRevision);
        };
        await addToSession(first);
        await addToSession(third);
        await addToSession(first, third);
        await addToSession(second);
        await addToSession(first, second, { ...third, energyWh: third.energyWh + 1 });
        await addToSession(someReading(30), someReading(40));
        expect(revisions).toEqual([0, 0, 0, 1, 2, 2]);
        expect((await seen()).version).toBe(1);
      });

      it('keeps where its driver wants it to end, and that this is nowhere any more', async () => {
        expect((await seen()).goal).toBeNull();
        for (const goal of [
          { kind: 'time', at: '2026-11-20T19:00:00.000Z' },
          { kind: 'energy', energyWh: 30_000 },
          null,
        ] as const) {
          const row = await seen();
          await store.inTransaction(trx => updateSession(trx, row, { goal }));
          expect((await seen()).goal).toEqual(goal);
        }
      });

      it('stores the reading that its plug cannot have delivered, another one instead, and that there is none any more', async () => {
        expect((await seen()).refused).toBeNull();
        for (const refused of [
          { at: '2026-11-20T10:01:00.250Z', energyWh: 9_007_199_254_740_991, maxWh: 367 },
          { at: '2026-11-20T10:00:30.000Z', energyWh: 0, maxWh: 0 },
          null,
        ]) {
          const row = await seen();
          expect(await store.inTransaction(trx => updateSession(trx, row, { refused }))).toMatchObject({ refused });
          expect((await findSession(under.other.db, 'session-1'))?.refused).toEqual(refused);
        }
      });

      it('stores the reading that its plug cannot have delivered beside other facts, and with its own session alone', async () => {
        const second = { id: 's2', watchId: 'w2', number: 222_222_222, orderId: 'o2', authorizationReference: 'x2' };
        await store.inTransaction(trx => addSession(trx, someSession(second)));
        const refused = { at: '2026-11-20T10:01:00.000Z', energyWh: 99_000, maxWh: 367 };
        await store.inTransaction(async trx => updateSession(trx, (await findSession(trx, 'session-1'))!, { refused }));
        await store.inTransaction(async trx => updateSession(trx, (await findSession(trx, 'session-1'))!, { energyWh: 200 }));
        expect(await seen()).toMatchObject({ refused, energyWh: 200 });
        expect((await findSession(store.db, 's2'))?.refused).toBeNull();
      });

      it('stores the energy that is not billed, and that there is none', async () => {
        expect((await seen()).unbilledWh).toBeNull();
        for (const unbilledWh of [4_294_967_296, 0, null]) {
          const row = await seen();
          await store.inTransaction(trx => updateSession(trx, row, { unbilledWh }));
          expect((await findSession(under.other.db, 'session-1'))?.unbilledWh).toBe(unbilledWh);
        }
      });

      it('keeps a signed record byte by byte, and once', async () => {
        const data = 'OCMF|{"RV":4711.204,"ü":"ß\\u007c"}|{"SD":"30"}';
        const value = { format: 'OCMF', context: 'Transaction.End', data, publicKey: '3059' } as const;
        await store.inTransaction(trx => addSignedValues(trx, 'session-1', [value]));
        await store.inTransaction(trx => addSignedValues(trx, 'session-1', [value]));
        expect(await listSignedValues(store.db, 'session-1')).toEqual([value]);
      });

      it('keeps signed records in the order of their coming, told each by itself or all again', async () => {
        const record = (data: string) => ({ format: 'OCMF', context: null, data, publicKey: null });
        const [begin, end, delayed] = [
          record('OCMF|{"PG":"T1"}|{}'),
          record('OCMF|{"PG":"T2"}|{}'),
          record('OCMF|{"PG":"T3"}|{}'),
        ];
        for (const reported of [[begin], [end], [begin, end], [begin, end, delayed]])
          await store.inTransaction(trx => addSignedValues(trx, 'session-1', reported));
        expect(await listSignedValues(store.db, 'session-1')).toEqual([begin, end, delayed]);
      });

      it('is found by client and by what its card was charged, once that is certain', async () => {
        const span = { clientId: 'blaufink', chargedMinor: 853, digits: '4242', from: later(-1000), to: later(1000) };
        const found = async (request: Partial<typeof span>) =>
          (await findCharged(store.db, { ...span, ...request })).map(({ id }) => id);
        await store.inTransaction(async trx => {
          await addOrder(trx, someOrder());
          await addPayment(trx, somePayment({ state: 'capturing', captureMinor: 853, cardDigits: ['1000', '4242'] }));
          await updateSession(trx, (await findSession(trx, 'session-1'))!, { totalMinor: 900, startedAt: NOW });
        });
        expect(await found({})).toEqual([]);
        await store.inTransaction(async trx => {
          const payment = (await findPayment(trx, 'payment-1'))!;
          await transitionPayment(trx, payment, 'captured', { capturedMinor: 853 });
        });
        expect(await found({})).toEqual(['session-1']);
        expect(await found({ digits: '1000' })).toEqual(['session-1']);
        expect(await found({ digits: '0004' })).toEqual([]);
        expect(await found({ chargedMinor: 900 })).toEqual([]);
        expect(await found({ clientId: 'farnwald' })).toEqual([]);
        expect(await found({ from: later(1), to: later(2) })).toEqual([]);
      });
    });

    describe('devices that are told of a session', () => {
      const device = (id: string) => ({ id, sessionId: 'session-1', sealed: `sealed ${id}`, sentEvents: [], createdAt: NOW });
      const ids = async () => (await listDevices(store.db, 'session-1')).map(({ id }) => id);
      it('are stored once each, encrypted anew or not, and with what they were told before', async () => {
        await store.inTransaction(trx => putDevice(trx, device('one')));
        await store.inTransaction(trx => setNotifiedEvents(trx, { id: 'one' }, ['limit']));
        await store.inTransaction(trx => putDevice(trx, { ...device('one'), sealed: 'newer' }));
        const storedDevice = { ...device('one'), sealed: 'newer', sentEvents: ['limit'] };
        expect(await listDevices(store.db, 'session-1')).toEqual([storedDevice]);
        expect(await findDevice(store.db, 'one')).toEqual(storedDevice);
        await removeDevice(store.db, 'one');
        expect(await ids()).toEqual([]);
      });

      it('are removed with the contact details of their driver', async () => {
        await store.inTransaction(async trx => {
          await putDevice(trx, device('one'));
          await addSession(trx, someSession());
          await forgetDevices(trx, { transaction: someSession().number });
        });
        expect(await ids()).toEqual([]);
      });

      it('are forgotten when their session is over for a while', async () => {
        await store.inTransaction(async trx => {
          await addSession(trx, someSession({ state: 'running' }));
          await putDevice(trx, device('one'));
          await forgetPushes(trx, later(1));
        });
        expect(await ids()).toHaveLength(1);
        await store.inTransaction(async trx => {
          const session = await findSession(trx, 'session-1');
          if (session) await transitionSession(trx, session, 'completed');
          await forgetPushes(trx, NOW);
        });
        expect(await ids()).toHaveLength(1);
        await store.inTransaction(trx => forgetPushes(trx, later(1)));
        expect(await ids()).toEqual([]);
      });
    });

    describe('a job', () => {
      const promised = (subjectId: string, at = NOW, n = 1) =>
        store.inTransaction(trx => enqueue(trx, { kind: 'capture', subjectId, n, at }));
      const claim = (worker: Store, now = NOW, limit = 10) => claimDue(worker.db, { now, leaseMs: 60_000, limit });
      const subjects = (rows: readonly { subjectId: string }[]) => rows.map(({ subjectId }) => subjectId);

      it('is made once, however often it is made', async () => {
        await promised('p1');
        await promised('p1', later(5000));
        await promised('p1', NOW, 2);
        await store.inTransaction(trx => enqueue(trx, { kind: 'release', subjectId: 'p1', at: NOW }));
        expect((await outboxDepth(store.db)).depth).toBe(3);
        const rows = await claim(store);
        expect(rows.map(({ kind, n }) => `${kind} ${n}`).sort()).toEqual(['capture 1', 'capture 2', 'release 1']);
      });

      it('at a station is done by the process that holds its socket, and by any where nobody does', async () => {
        const held = createHeldStations(store);
        const stop = { kind: 'stop' as const, subjectId: 'session-1', at: NOW, station: 'HOTEL 1' };
        await store.inTransaction(trx => enqueue(trx, stop));
        const hold = { stationId: 'HOTEL 1', protocol: 'ocpp1.6', meterIntervalS: 60, seenAt: NOW };
        await held.put({ ...hold, processId: 'one', connectionId: 'first' });
        const claimBy = async (processId: string, now = NOW) =>
          (await claimDue(under.other.db, { now, leaseMs: 1000, limit: 10, processId })).length;
        expect(await claimBy('two')).toBe(0);
        expect(await nextDue(store.db, { now: NOW, processId: 'two' })).toBeNull();
        expect(await claimBy('one')).toBe(1);
        // The station has reconnected to the second process. The first process detects the end of its old connection later and
        // must not remove the new one.
        await held.put({ ...hold, processId: 'two', connectionId: 'second' });
        await held.remove({ stationId: 'HOTEL 1', connectionId: 'first' });
        expect(await held.list(NOW)).toMatchObject([{ processId: 'two', connectionId: 'second' }]);
        expect(await held.find('HOTEL 1', NOW)).toMatchObject({ processId: 'two', connectionId: 'second' });
        expect(await held.find('HOTEL 1', later(40_000))).toBeNull();
        expect(await claimBy('one', later(5000))).toBe(0);
        expect(await claimBy('two', later(5000))).toBe(1);
        // A process that stops renewing its connections loses them.
        expect(await claimBy('one', later(40_000))).toBe(1);
        await held.renew('two', later(40_000));
        expect(await claimBy('one', later(50_000))).toBe(0);
        await held.remove({ stationId: 'HOTEL 1', connectionId: 'second' });
        expect(await claimBy('one', later(50_000))).toBe(1);
      });

      it('is not made when the transaction that made it fails', async () => {
        const broken = store.inTransaction(async trx => {
          await enqueue(trx, { kind: 'capture', subjectId: 'p1', at: NOW });
          throw new Error('after all');
        });
        await expect(broken).rejects.toThrow();
        expect(await outboxDepth(store.db)).toEqual({ depth: 0, oldestAt: null, oldestOf: {} });
      });

      it('is kept by one worker only, however many ask for work', async () => {
        for (let n = 0; n < 40; n++) await promised(`p${n}`);
        const hauls = await Promise.all(Array.from({ length: 8 }, (_, n) => claim(n % 2 === 0 ? store : under.other, NOW, 7)));
        const claimed = hauls.flatMap(subjects);
        expect(claimed).toHaveLength(40);
        expect(new Set(claimed).size).toBe(40);
        expect(await claim(under.other)).toEqual([]);
      });

      it('is not kept before it is due, and the oldest comes first', async () => {
        await promised('later', later(10));
        await promised('now');
        expect(await nextDue(store.db)).toEqual(NOW);
        expect(subjects(await claim(store, NOW))).toEqual(['now']);
        await promised('long ago', later(-5000));
        expect(subjects(await claim(store, later(10), 1))).toEqual(['long ago']);
        expect(subjects(await claim(store, later(10)))).toEqual(['later']);
      });

      it('goes to the next worker when the first one died, but not before its lease is over', async () => {
        await promised('p1');
        const [dead] = await claim(store);
        expect(await claim(under.other, later(59_999))).toEqual([]);
        const [heir] = await claim(under.other, later(60_001));
        expect(heir).toMatchObject({ subjectId: 'p1', attempts: 0 });
        expect(heir!.claimId).not.toBe(dead!.claimId);
      });

      it('is finished by whoever holds the claim, and by nobody who held it before', async () => {
        await promised('p1');
        const [delayed] = await claim(store);
        const [heir] = await claim(under.other, later(60_001));
        await finish(store.db, delayed!, later(60_002));
        await postpone(store.db, delayed!, { until: later(999_999), reason: 'too late to say' });
        expect((await outboxDepth(store.db)).depth).toBe(1);
        expect(await nextDue(store.db)).toEqual(later(60_001 + 60_001));
        await finish(under.other.db, heir!, later(60_003));
        expect((await outboxDepth(store.db)).depth).toBe(0);
        expect(await claim(store, later(10_000_000))).toEqual([]);
      });

      it('is overdue since it was due at first, however often it is put off', async () => {
        await promised('p1');
        await promised('p2', later(3_600_000));
        for (let n = 1; n <= 3; n++) {
          const [row] = await claim(store, later(n * 100_000));
          await postpone(store.db, row!, { until: later((n + 1) * 100_000), reason: 'down' });
        }
        expect(await outboxDepth(store.db)).toEqual({ depth: 2, oldestAt: NOW, oldestOf: { capture: NOW } });
      });

      it('that could not be kept is tried again later, and counts its tries', async () => {
        await promised('p1');
        const [row] = await claim(store);
        await postpone(store.db, row!, { until: later(2000), reason: 'unknown' });
        expect(await claim(store, later(1999))).toEqual([]);
        expect(await nextDue(store.db)).toEqual(later(2000));
        expect(await claim(store, later(2000))).toMatchObject([{ subjectId: 'p1', attempts: 1, lastError: 'unknown' }]);
      });

      it('that somebody holds is due again only when the lease is over: a worker that died keeps nobody awake', async () => {
        await promised('p1');
        await promised('p2', later(5000));
        await claim(store);
        expect(await nextDue(store.db)).toEqual(later(5000));
        await claim(store, later(5000));
        expect((await nextDue(store.db))!.getTime()).toBeGreaterThanOrEqual(later(60_000).getTime());
        expect(await claim(under.other, (await nextDue(store.db))!)).toHaveLength(1);
      });
    });

    describe('a move of what the provider owes', () => {
      const move = (more: Partial<BookMoveRecord> = {}): BookMoveRecord => ({
        ...{ id: 'line:p1', at: NOW, isDay: false, ref: 'p1', supplier: 'lindau', currency: 'EUR', kind: 'capture' },
        ...{ minor: 500, number: 7 },
        ...more,
      });
      const book = (wanted: BookMoveRecord, now = NOW, at = store) => at.inTransaction(trx => addMoves(trx, [wanted], now));
      const bookkeeping = (at = store, now = later(40 * DAY_MS)) => ({
        ...{ store: at, documentFiles: null, holidays: { isHoliday: () => false }, now },
        ...{ timeZone: 'Europe/Berlin', payoutDays: 14 },
      });
      const november = (supplier: string) => ({ period: '2026-11', supplier, currency: 'EUR' as const });
      const close = (supplier: string, at = store) => closePeriod(bookkeeping(at), november(supplier));
      const owedIn = async (supplier: string): Promise<number> => {
        const sums = await sumMoves(store.db, spanOf(bookkeeping(), november(supplier)));
        return sums.reduce((sum, { minor }) => sum + minor, 0);
      };

      it('is never changed: what it comes to later is a further one on the day of then', async () => {
        await book(move());
        await book(move());
        await book(move({ minor: 480 }), later(DAY_MS));
        await book(move({ minor: 0 }), later(2 * DAY_MS));
        const moves = (await listMovesOf(store.db, 'p1')).toSorted((a, b) => a.at.getTime() - b.at.getTime());
        expect(moves.map(({ id, at, minor }) => [id, at, minor])).toEqual([
          ['line:p1', NOW, 500],
          ['line:p1+1', later(DAY_MS), -20],
          ['line:p1+2', later(2 * DAY_MS), -480],
        ]);
      });

      it('is not added to a month that was taken, but to one of another supplier or currency', async () => {
        await close('lindau');
        await book(move(), later(41 * DAY_MS));
        await book(move({ id: 'po:fee', ref: 'po', isDay: true, at: new Date('2026-11-30T00:00:00Z') }), later(41 * DAY_MS));
        await book(move({ id: 'line:p2', ref: 'p2', currency: 'CHF' }), later(41 * DAY_MS));
        await book(move({ id: 'line:p3', ref: 'p3', supplier: 'other' }), later(41 * DAY_MS));
        const days = async (ref: string) => (await listMovesOf(store.db, ref)).map(({ at, isDay }) => [at, isDay]);
        expect([await days('p1'), await days('po')]).toEqual(Array(2).fill([[later(41 * DAY_MS), false]]));
        expect([await days('p2'), await days('p3')]).toEqual(Array(2).fill([[NOW, false]]));
      });

      it('is added to a month that was taken before it was over', async () => {
        await closePeriod(bookkeeping(store, NOW), november('lindau'));
        await book(move(), later(DAY_MS));
        expect(await owedIn('lindau')).toBe(500);
      });

      it('that one process adds while another takes the month is in what was taken, or is added later', async () => {
        for (let n = 0; n < 20; n++) {
          const supplier = `supplier-${n}`;
          const adding = book(move({ id: `line:${n}`, ref: `p-${n}`, supplier }), later(40 * DAY_MS), under.other);
          await close(supplier);
          const claimed = await owedIn(supplier);
          await adding;
          expect(await owedIn(supplier)).toBe(claimed);
        }
      });
    });

    describe('a document', () => {
      const someDocument = (more: Partial<DocumentRecord> = {}): Omit<DocumentRecord, 'sequence'> => ({
        id: 'd1',
        sessionId: 'session-1',
        kind: 'invoice',
        number: 'R-1',
        issuedAt: NOW,
        content: createInvoiceDocument(someInvoiceFacts()),
        sha256: null,
        replacesId: null,
        cancelsId: null,
        ...more,
      });

      it('gets its number without gaps, although some are never issued', async () => {
        const issue = (id: string, isDoomed: boolean) =>
          store.inTransaction(async trx => {
            const number = await allocateNumber(trx, 'invoice:Lindau:2026');
            await addDocument(trx, someDocument({ id, number: `R-${number}` }));
            if (isDoomed) throw new Error('the capture was not confirmed');
            return number;
          });
        expect(await issue('d1', false)).toBe(1);
        await expect(issue('d2', true)).rejects.toThrow();
        await expect(issue('d3', true)).rejects.toThrow();
        expect(await issue('d4', false)).toBe(2);
        expect(await findDocument(store.db, 'd2')).toBeNull();
        expect(await store.inTransaction(trx => allocateNumber(trx, 'invoice:Lindau:2027'))).toBe(1);
      });

      it('never shares its number', async () => {
        await store.inTransaction(trx => addDocument(trx, someDocument()));
        expect(await store.inTransaction(trx => addDocument(trx, someDocument({ id: 'd2' })))).toBeNull();
        expect(await findDocument(store.db, 'd2')).toBeNull();
      });

      it('is drawn once', async () => {
        await store.inTransaction(trx => addDocument(trx, someDocument()));
        expect(await findDocument(store.db, 'd1')).toMatchObject({ isDrawn: false });
        await noteDrawn(store.db, { id: 'd1', sha256: '1' });
        await noteDrawn(store.db, { id: 'd1', sha256: '2' });
        expect(await findDocument(store.db, 'd1')).toMatchObject({ sha256: '1', isDrawn: true });
      });

      describeDocumentFiles(() => createDatabaseFiles(store.db));

      it('that counts is the newest of its session', async () => {
        await store.inTransaction(async trx => {
          await addDocument(trx, someDocument({ id: 'old', number: 'R-1' }));
          await addDocument(trx, someDocument({ id: 'back', number: 'G-1', kind: 'credit-note', cancelsId: 'old' }));
          await addDocument(trx, someDocument({ id: 'new', number: 'R-2', replacesId: 'old' }));
          await addDocument(trx, someDocument({ id: 'part', number: 'G-2', kind: 'credit-note', cancelsId: 'new' }));
        });
        expect((await findDocumentOf(store.db, 'session-1'))?.id).toBe('new');
        expect(await findDocumentOf(store.db, 'session-2')).toBeNull();
        expect((await listDocuments(under.other.db, 'session-1')).map(({ id }) => id)).toEqual(['old', 'back', 'new', 'part']);
      });

      it('has its place among those of its session for itself', async () => {
        const add = (more: Partial<DocumentRecord>) => store.inTransaction(trx => addDocument(trx, someDocument(more)));
        expect(await add({ id: 'd1', number: 'R-1' })).toMatchObject({ sequence: 1 });
        expect(await add({ id: 'd2', number: 'R-2' })).toMatchObject({ sequence: 2 });
        expect(await add({ id: 'd3', number: 'R-3', sessionId: 'session-2' })).toMatchObject({ sequence: 1 });
        const claimed = store.db.updateTable('documents').set({ sequence: 1 }).where('id', '=', 'd2');
        await expect(claimed.execute()).rejects.toThrow();
      });
    });

    describe('a refund', () => {
      const someRefund = (more: Partial<RefundRecord> = {}): RefundRecord => ({
        id: 'r1',
        paymentId: 'payment-1',
        n: 1,
        requestedBy: null,
        requestedByAccount: null,
        keyAt: NOW,
        verifyFrom: null,
        amountMinor: 500,
        reason: 'late',
        state: 'asked',
        beforeMinor: null,
        requestedAt: NOW,
        doneAt: null,
        ...more,
      });
      const add = (more: Partial<RefundRecord> = {}) => store.inTransaction(trx => addRefund(trx, someRefund(more)));

      it('keeps the first reading of what had been given back before', async () => {
        await add();
        await noteBefore(store.db, 'r1', { beforeMinor: 200, keyAt: later(1000) });
        await noteBefore(under.other.db, 'r1', { beforeMinor: 700, keyAt: later(2000) });
        expect(await findRefund(store.db, 'r1')).toMatchObject({ beforeMinor: 200, keyAt: later(1000) });
      });

      it('takes a key that no refund of the payment had, once', async () => {
        await add({ state: 'done' });
        await add({ id: 'r2', n: 2 });
        await moveToNextKey(store.db, someRefund({ id: 'r2', n: 2 }), later(1000));
        await moveToNextKey(under.other.db, someRefund({ id: 'r2', n: 2 }), later(2000));
        expect(await findRefund(store.db, 'r2')).toMatchObject({ n: 3, keyAt: later(1000) });
        await expect(add({ id: 'r3', n: 3 })).rejects.toThrow();
      });

      it('is done once', async () => {
        await add();
        expect(await store.inTransaction(trx => finishRefund(trx, 'r1', { state: 'done', now: later(1000) }))).toBe(true);
        expect(await under.other.inTransaction(trx => finishRefund(trx, 'r1', { state: 'done', now: later(2000) }))).toBe(false);
        await moveToNextKey(store.db, someRefund(), later(3000));
        expect(await listRefunds(store.db, 'payment-1')).toMatchObject([{ n: 1, state: 'done', doneAt: later(1000) }]);
      });
    });

    it('keeps the first declaration to withdraw, whatever signs the name has', async () => {
      const row = { id: 'w1', sessionId: 'session-1', email: 'ada@example.org', locale: 'de', receivedAt: NOW } as const;
      const declare = (id: string) => store.inTransaction(trx => addWithdrawal(trx, { ...row, id, name: 'Ádå \0 \u{1f50c} \\' }));
      expect([await declare('w1'), await declare('w2')]).toEqual([true, false]);
      expect(await findWithdrawal(under.other.db, 'session-1')).toEqual({ ...row, name: 'Ádå  \u{1f50c} \\' });
    });

    describe('key values', () => {
      it('gives back what was put on it, newest first and nothing else', async () => {
        const keyValueStore = createKeyValueStore(store.db, 'sandbox');
        expect(await keyValueStore.get('a')).toBeNull();
        await keyValueStore.put('a', { n: 1, text: 'ü', list: [null, true] });
        expect(await keyValueStore.get('a')).toEqual({ n: 1, text: 'ü', list: [null, true] });
        await keyValueStore.put('a', 2);
        expect(await createKeyValueStore(under.other.db, 'sandbox').get('a')).toBe(2);
        await keyValueStore.delete('a');
        expect(await keyValueStore.get('a')).toBeNull();
      });

      it('is nobody else’s', async () => {
        await createKeyValueStore(store.db, 'sandbox').put('a', 1);
        const other = createKeyValueStore(store.db, 'simulator');
        expect(await other.get('a')).toBeNull();
        await other.delete('a');
        expect(await other.list('')).toEqual([]);
        expect(await createKeyValueStore(store.db, 'sandbox').get('a')).toBe(1);
      });

      it('lists exactly what begins with a prefix, letter by letter', async () => {
        const keyValueStore = createKeyValueStore(store.db, 'sandbox');
        for (const key of ['start:1', 'start:2', 'START:3', 'start_4', 'meter:1', 'a%b', 'axb'])
          await keyValueStore.put(key, key);
        const keys = async (prefix: string) => (await keyValueStore.list(prefix)).map(({ key }) => key).sort();
        expect(await keys('start:')).toEqual(['start:1', 'start:2']);
        expect(await keys('start_')).toEqual(['start_4']);
        expect(await keys('a%')).toEqual(['a%b']);
        expect(await keys('')).toHaveLength(7);
        expect([...(await keyValueStore.listKeys('start:'))].sort()).toEqual(['start:1', 'start:2']);
        expect(await createKeyValueStore(store.db, 'simulator').listKeys('start:')).toEqual([]);
        expect(await keyValueStore.listKeys('', { limit: 3 })).toEqual(['START:3', 'a%b', 'axb']);
        expect(await keyValueStore.listKeys('', { limit: 3, after: 'axb' })).toEqual(['meter:1', 'start:1', 'start:2']);
        expect(await keyValueStore.listKeys('start:', { limit: 3, after: 'start:1' })).toEqual(['start:2']);
        const counter = () => createKeyValueStore(store.db, 'counter');
        const rise = (known: unknown) => ((known as number | null) ?? 0) + 1;
        await Promise.all(Array.from({ length: 12 }, () => counter().change('n', rise)));
        expect(await counter().get('n')).toBe(12);
        expect(await counter().change('n', () => null)).toBe(12);
        expect(await counter().change('none', () => null)).toBeNull();
        const many = Array.from({ length: 1200 }, (_, n) => `none:${n}`);
        expect([...(await keyValueStore.getSome([...many, 'a%b', 'start:1'])).keys()].sort()).toEqual(['a%b', 'start:1']);
        expect(await keyValueStore.getSome([])).toEqual(new Map());
        expect(await createKeyValueStore(store.db, 'simulator').getSome(['start:1'])).toEqual(new Map());
      });
    });

    it('remembers what needs a person’s attention, and since when', async () => {
      await writeAudit(store.db, { at: NOW, subjectId: 'p1', what: 'attention', facts: { why: 'hold lapsed', unpaidMinor: 12 } });
      await writeAudit(store.db, { at: later(5), subjectId: 'p2', what: 'payment captured' });
      const listed = await listAudit(store.db, { what: 'attention', since: NOW });
      expect(listed).toEqual([{ at: NOW, subjectId: 'p1', facts: { why: 'hold lapsed', unpaidMinor: 12 } }]);
      expect(await listAudit(store.db, { what: 'attention', since: later(1) })).toEqual([]);
    });

    it('keeps what a person should see to open until one of them closes it, and closes it once', async () => {
      const facts = { why: 'hold lapsed' };
      await addNote(store.db, { at: NOW, subjectId: 'p1', closedAt: null, facts });
      await addNote(store.db, { at: NOW, subjectId: 'p2', closedAt: NOW, facts });
      // The previous version of the app writes alerts to the audit log.
      await writeAudit(store.db, { at: later(1), subjectId: 'p3', what: 'attention', facts });
      await writeAudit(store.db, { at: later(2), subjectId: 'p1', what: 'payment captured' });
      const open = await listOpenNotes(store.db);
      expect(open.map(({ subjectId, closedAt }) => [subjectId, closedAt])).toEqual([
        ['p1', null],
        ['p3', null],
      ]);
      const [{ id }] = open as [Note];
      const close = (by: Store) => by.inTransaction(trx => closeNote(trx, { id, at: later(9) }));
      expect([await close(store), await close(under.other)]).toEqual([true, false]);
      expect(await listOpenNotes(store.db)).toHaveLength(1);
      expect(await findNote(store.db, id)).toEqual({ id, at: NOW, subjectId: 'p1', closedAt: later(9), facts });
      const paid = (await listAudit(store.db, { what: 'payment captured', since: NOW })).length;
      expect([paid, await findNote(store.db, 999)]).toEqual([1, null]);
    });

    it('knows since when the oldest hold has been neither taken nor given back', async () => {
      expect(await oldestUnsettled(store.db)).toBeNull();
      await store.inTransaction(async trx => {
        await addPayment(trx, somePayment({ id: 'taken', state: 'captured', createdAt: new Date(1) }));
        await addPayment(trx, somePayment({ id: 'held', state: 'authorised', createdAt: new Date(3) }));
        await addPayment(trx, somePayment({ id: 'going back', state: 'releasing', createdAt: new Date(2) }));
      });
      expect(await oldestUnsettled(store.db)).toEqual(new Date(2));
    });

    it('keeps times and amounts as they are, far beyond 32 bits', async () => {
      const last = new Date(8_640_000_000_000_000);
      await store.inTransaction(trx => addPayment(trx, somePayment({ amountMinor: 1e9, createdAt: last })));
      expect(await findPayment(store.db, 'payment-1')).toMatchObject({ amountMinor: 1e9, createdAt: last });
      await sql`select 1`.execute(store.db);
    });
  });
}

const someTariff = (priceMicro: number): Tariff => ({
  id: 'plain',
  currency: 'EUR',
  pricesIncludeVat: true,
  elements: [{ components: [{ type: 'ENERGY', priceMicro, stepSize: 1 }] }],
});

const somePoint = (evseId: string): PointRecord => ({
  clientId: 'lindau',
  evseId,
  street: 'Auenstraße 12',
  postalCode: '88131',
  city: 'Lindau',
  country: 'de',
  region: 'DE-BY',
  timeZone: 'Europe/Berlin',
  openingHours: '24/7',
  helpPhone: null,
  state: 'available',
  connectors: [{ id: '1', number: '1', kind: 'type2', powerW: 22_000, isDc: false, hasCable: false, tariffId: 'plain' }],
});

const someReading = (seconds: number): MeterReading => ({
  at: later(seconds * 1000),
  energyWh: seconds * 6,
  powerW: 22_000,
  isCharging: true,
});

interface Replacement {
  points?: readonly PointRecord[];
  clients?: readonly string[];
  tariffs?: readonly { version: string; priceMicro: number; from?: Date | undefined; until?: Date | undefined }[];
  rates?: ClientRecord['vat'];
}

const replace = (store: Store, request: Replacement): Promise<void> =>
  store.inTransaction(trx => replaceCatalogue(trx, dataOf(request), NOW));

function dataOf({ points = [], clients = ['lindau'], tariffs = [], rates }: Replacement): OperatorData {
  return {
    clients: clients.map(id => someClientRecord(rates ? { id, vat: rates } : { id })),
    points,
    tariffs: tariffs.map(({ version, priceMicro, from, until }) => ({
      id: 'plain',
      version,
      tariff: someTariff(priceMicro),
      from: from?.getTime() ?? null,
      until: until?.getTime() ?? null,
    })),
    remarks: [],
  };
}
