import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDocumentFolder } from '../../server/adapters/documentFolder/documentFolder.ts';
import { listOpen, raiseAlert } from '../../server/runtime/alerts.ts';
import { createWaitBounds } from '../../server/runtime/clampDueTimes.ts';
import { catalogueIn } from '../../server/shop/catalogue/pushedLocations.ts';
import { moveFiles } from '../../server/shop/documents/files.ts';
import { saveRefundLimits } from '../../server/shop/payments/refundLimits.ts';
import { getAgreedTexts } from '../../server/staff/console/agreedTexts.ts';
import { removeOldContacts } from '../../server/staff/upkeep/retention.ts';
import { thinBatch } from '../../server/staff/upkeep/thinning.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { createHeldStations } from '../../server/store/jobs/connectionLeases.ts';
import { giveUp, hurryStation, postpone } from '../../server/store/jobs/jobClaims.ts';
import { createKeyValueStore } from '../../server/store/jobs/keyValueStore.ts';
import { findPoint, listPoints, listPointsAt, plugStatesOf, setUnlock } from '../../server/store/shop/catalogue.ts';
import { createDatabaseFiles } from '../../server/store/shop/documentFiles.ts';
import { findDocumentOf } from '../../server/store/shop/documents.ts';
import { findImportedFiles, putImportedFiles } from '../../server/store/shop/importedFiles.ts';
import {
  countFreeStarts,
  countIdleFreeStarts,
  countOfNetwork,
  countSmallOfCard,
  hasOpenFreeSession,
  spendCode,
} from '../../server/store/shop/limits.ts';
import { listDuePayments } from '../../server/store/shop/payments.ts';
import { removeReadings } from '../../server/store/shop/readings.ts';
import { beginDrop, isOwnRefund, listRefunds, moveToNextKey, retireKey } from '../../server/store/shop/refunds.ts';
import { findSessionAtPlug, findSessionByStart, setPlug, versionsOf } from '../../server/store/shop/sessions.ts';
import { findTariffAt } from '../../server/store/shop/tariffs.ts';
import { listActsUpTo } from '../../server/store/staff/acts.ts';
import { createStore } from '../../server/store/store.ts';
import { codecOf } from '../../server/store/tables/codec.ts';
import { OUTBOX } from '../../server/store/tables/tables.ts';
import { DAY_MS, isoDay } from '../../shared/model/time.ts';
import { billed } from '../support/billed.ts';
import { noteCalls } from '../support/calledIn.ts';
import { linesOf } from '../support/commandLines.ts';
import { consoleJourney } from '../support/consoleJourney.ts';
import { logFileJourney } from '../support/logFileJourney.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { fill, indexesOf, readAlong, shelfBounds, slowSteps, usedIndexes, withoutIndex } from '../support/statements.ts';
import { webhookJourney } from '../support/webhookJourney.ts';

const FARNWALD = { clientId: 'farnwald', evseId: 'DE*FRW*E2001*1', connector: '1', locale: 'en' } as const;
const COMPANY = { companyName: 'Acme GmbH', street: 'Weg 1', postalCode: '80331', city: 'Munich', country: 'de', vatId: '' };

async function charge({ pass, stations, clock }: OpenOperator, { authorizationReference }: Ordered): Promise<void> {
  for (const energyWh of [10, 20, 30]) {
    await pass(60);
    await stations.meter(authorizationReference, { at: clock.now(), energyWh, powerW: 600, isCharging: true });
  }
}

/** Executes everything that the app does with its database: orders and their sessions, checks, searches, clean-up, commands. */
async function visitEverything(app: OpenOperator): Promise<Ordered> {
  const { operator, store, clock } = app;
  const given = await app.order({ evseId: 'DE*BLF*E1002*1' });
  await operator.cancelOrder(given);
  const refused = await app.paid({ evseId: 'DE*BLF*E1002*1' });
  await operator.cancelStart(refused);
  const stopped = await app.charging({ evseId: 'DE*BLF*E1003*1' });
  await charge(app, stopped);
  // A meter reading that arrives late.
  const between = { at: new Date(clock.now().getTime() - 90_000), energyWh: 15, powerW: 600, isCharging: true };
  await app.stations.meter(stopped.authorizationReference, between);
  await operator.stopSession(stopped);
  await app.pass(3600);

  const ordered = await app.charging(FARNWALD);
  const { watchId } = await operator.getSession(ordered);
  await operator.getWatchedSession({ watchId });
  await charge(app, ordered);
  await billed(app, ordered);
  const receipt = ordered.sessionId;
  const { capturedMinor } = await app.payment(ordered);
  const price = ((capturedMinor ?? 0) / 100).toFixed(2);
  const date = isoDay(clock.now());
  await operator.findSessions({ clientId: 'farnwald', country: 'de', date, price, lastDigits: '4242' });
  await operator.getInvoice({ receipt });
  await getAgreedTexts(store.db, { number: (await app.session(ordered)).number });
  await operator.getCalibrationData({ receipt });
  await operator.checkBill({ receipt });
  await operator.sendReceipt({ receipt });
  await operator.requestCompanyInvoice({ receipt, company: COMPANY }).catch(() => undefined);
  await operator.withdraw({ sessionId: ordered.sessionId, name: 'Ada', email: 'ada@example.org' }).catch(() => undefined);
  await operator.knows({ id: 'nobody' });
  const keyValueStore = createKeyValueStore(store.db, 'test');
  await keyValueStore.put('one', 1);
  await keyValueStore.list('o');
  await keyValueStore.listKeys('o');
  await keyValueStore.getSome(['one', 'two']);
  await keyValueStore.change('one', () => ({ n: 2 }));
  await keyValueStore.listKeys('o', { limit: 1, after: 'on' });
  await keyValueStore.delete('one');
  await operator.counts();
  await createWaitBounds({ store, clock })();
  const input = { source: 'ocpi:town', location: 'DE*FRW*L1', points: [], tariffs: [], refused: [] };
  const point = await findPoint(store.db, FARNWALD.evseId);
  await operator.findAlternatives(FARNWALD);
  await operator.findSimilarPoints?.({ text: 'DE*BLF*E10066*1', clientId: 'blaufink' });
  await operator.getFeed?.({ clientId: 'farnwald', document: 'status' });
  const [plug] = point?.connectors ?? [];
  const tariff = plug && (await findTariffAt(store.db, { id: plug.tariffId, at: clock.now() }));
  if (!point || !tariff) throw new Error('A point without its tariff');
  const tariffId = `${input.source}/T1`;
  const connectors = point.connectors.map(connector => ({ ...connector, tariffId }));
  const points = [{ ...point, evseId: 'DE*FRW*E2999*1', connectors }];
  const tariffs = [{ ...tariff, id: tariffId, from: null, until: null }];
  expect((await operator.catalogue.putLocation({ ...input, points, tariffs })).refused).toEqual([]);
  await operator.catalogue.listRefused(input.source);
  await operator.catalogue.listRemarks(input.source);
  const plugs = [{ evseId: FARNWALD.evseId, connector: '1', state: 'available' }] as const;
  await store.inTransaction(trx => catalogueIn(trx, clock).putPlugs({ ...input, plugs }));
  await store.inTransaction(trx => catalogueIn(trx, clock).removeParty({ ...input, party: 'DE*FRW' }));
  await operator.catalogue.removeLocation(input);

  const { number } = await app.session(ordered);
  const transaction = String(number);
  const command = (name: string, options: Record<string, string> = {}) =>
    linesOf({ store, now: clock.now(), secret: () => 'a secret of thirty-two characters' }, name, {
      who: 'Petra Lindqvist',
      ...options,
    }).catch(() => undefined);
  await command('list');
  await command('show', { transaction });
  await command('attention');
  await command('attention', { all: 'true' });
  await saveRefundLimits(store.db, {});
  await command('refund', { transaction, amount: '0.10', reason: 'late' });
  await command('decline-refund', { transaction, reason: 'soon' });
  await saveRefundLimits(store.db, null);
  await command('refund', { transaction, amount: '0.10', reason: 'late' });
  await app.pass(60);
  await command('drop-refund', { transaction });
  const { number: open } = await app.session(stopped);
  for (const name of ['stop', 'bill', 'waive']) await command(name, { transaction: String(open), reason: 'stuck' });
  await app.pass(7200);
  await removeOldContacts(store, new Date(clock.now().getTime() + 4000 * DAY_MS));
  const folder = mkdtempSync(path.join(tmpdir(), 'pages-'));
  await moveFiles({ store, documentFiles: createDocumentFolder(folder) });
  rmSync(folder, { recursive: true });
  const muchLater = { ...clock, now: () => new Date(clock.now().getTime() + 4000 * DAY_MS) };
  const holidays = { isHoliday: () => false };
  const logEvent = () => undefined;
  await thinBatch({ store, clock: muchLater, holidays, logEvent });
  const reading = { at: clock.now(), energyWh: 0, powerW: 0, isCharging: false };
  await store.inTransaction(trx => removeReadings(trx, 'none', [reading]));
  await createDatabaseFiles(store.db).remove('none');
  await command('driver-data', { email: 'ada@example.org', reason: 'access request' });
  await command('forget', { email: 'ada@example.org' });
  await command('forget', { transaction });
  await listActsUpTo(store.db, { after: 0, until: clock.now(), limit: 10 });
  return ordered;
}

/** Steps of a query plan that look slow but process few rows, with the reason. */
const QUICK: readonly { step: RegExp; statement: RegExp; because: string }[] = [
  { step: /ORDER BY/, statement: /coordinates\.latitude'\) - \?/, because: 'it sorts what is within five kilometres' },
  { step: /GROUP BY/, statement: /from "outbox" where "done_at" is null/, because: 'it sorts what waits, not what is done' },
  { step: /ORDER BY/, statement: /from "refunds" where "payment_id" = \?/, because: 'it sorts the refunds of one payment' },
  { step: /ORDER BY/, statement: /from "audit" where "what" = \? and "at" >= \?/, because: 'it sorts what was noted of late' },
  { step: /ORDER BY/, statement: /row_number\(\) over\(partition by "network"/, because: 'it sorts what is due now' },
  {
    step: /USING INDEX (console_sessions_listed|console_payments_refunded)$/,
    statement: / limit \?$/,
    because: 'it goes back along the index and stops early',
  },
  {
    step: /LAST TERM OF ORDER BY/,
    statement: /from "payments" .* order by "payments"\."created_at" desc, "sessions"\."number" desc limit/,
    because: 'it sorts what was paid at the same instant',
  },
  { step: /ORDER BY/, statement: /where "sessions"\."state" in \(/, because: 'it sorts what is not over' },
  { step: /ORDER BY/, statement: /where "sessions"\."id" in \(/, because: 'it sorts what one page shows' },
  { step: /ORDER BY/, statement: /where "sessions"\."number" = \?/, because: 'it is one' },
  { step: /ORDER BY/, statement: /where "payments"\."ref" = \?/, because: 'it is one' },
  { step: /ORDER BY/, statement: /from "audit" where "subject_id" in/, because: 'it sorts what became of one session' },
  { step: /GROUP BY/, statement: /group by "hour", "is_before"/, because: 'it sums up one day' },
  {
    step: /GROUP BY/,
    statement: /where state in \('authorised', 'capturing', 'releasing'\)/,
    because: 'it sums up what is held',
  },
  {
    step: /GROUP BY|DISTINCT/,
    statement: /from "(book_lines|book_entries|refunds)"|from "sessions" where "state" = \? and "ended_at" >= \?/,
    because: 'it sums up one period',
  },
];

const isQuick = (step: string, statement: string): boolean =>
  QUICK.some(quick => quick.step.test(step) && quick.statement.test(statement));

/**
 * Indexes of growing tables, without their primary keys. Each write must update them, so each one must be used by a statement.
 */
const INDEXES: readonly string[] = [
  ...['audit_open', 'audit_subject', 'audit_what', 'orders_contact', 'orders_email', 'orders_visitor'],
  ...[
    'outbox_claimed',
    'outbox_due',
    'outbox_station',
    'payments_card',
    'payments_found',
    'payments_next_check',
    'payments_order',
    'payments_ref',
  ],
  ...['payments_state', 'payments_unsettled', 'sessions_next_check', 'sessions_plug', 'sessions_state', 'sessions_ended'],
  ...['withdrawals_email', 'withdrawals_named'],
  ...[
    'console_payments_authorised',
    'console_payments_brand_refunded',
    'console_payments_charged',
    'console_payments_digits',
    'console_payments_refunded',
  ],
  ...[
    'console_refunds_done',
    'console_sessions_brand_listed',
    'console_sessions_listed',
    'console_sessions_point_listed',
    'console_sessions_state_listed',
  ],
  ...['documents_issued', 'payments_settled', 'plug_changes_at'],
  ...['webhook_deliveries_created', 'webhook_deliveries_endpoint', 'webhook_deliveries_waiting'],
];

/** Indexes that only PostgreSQL uses. SQLite uses different indexes, which find as few rows. */
const FOR_POSTGRES: readonly string[] = ['outbox_station', 'payments_unsettled'];

/** Indexes that only version 1.0.0 uses, which may still run during an update. The release after the next one drops them. */
const FOR_EARLIER_VERSION: readonly string[] = ['console_payments_authorised'];

/**
 * The folders that contain SQL statements. Every statement in them must be executed, because only executed statements have a
 * query plan to check.
 */
const STORE = 'server/store/{shop,staff,jobs}';
/**
 * Matches files with statements that need no check here: the opening of the store reads no growing table, and the push devices
 * have their own tests.
 */
const OPENING = /\/(store|pushDevices)\.ts$/;

/** Executes statements for events that are too rare to wait for. */
async function visitTheRest(app: OpenOperator, ordered: Ordered): Promise<void> {
  const { operator, store, clock, payment, session } = app;
  const { db } = store;
  const now = clock.now();
  const starter = { by: 'email', value: 'ada@example.org' } as const;
  await operator.onProviderNotice('nobody');
  await operator.reportPlug({ evseId: 'DE*BLF*E1002*1', connector: '1', state: 'available' });
  await listPoints(db);
  await listPoints(db, { only: ['DE*FRW*E2999*1'] });
  await listPointsAt(db, 'CP1');
  expect(await findImportedFiles(db)).toBeNull();
  const input = { clients: 1, points: 1, plugs: 1, sold: 1, remarks: [] };
  const importedFiles = { rules: '', seen: { names: [], hash: '' }, summary: input, from: 0, until: null };
  await store.inTransaction(trx => putImportedFiles(trx, importedFiles));
  const held = createHeldStations(store);
  const [stationId, processId, connectionId] = ['CP1', 'one', 'first'];
  await held.put({ stationId, processId, connectionId, protocol: 'ocpp1.6', meterIntervalS: null, seenAt: now });
  await held.renew(processId, now);
  await held.list(now);
  await held.find(stationId, now);
  await held.remove({ stationId, connectionId });
  await hurryStation(db, { station: stationId, now });
  await countFreeStarts(db, { ...starter, since: now, except: 'none' });
  await hasOpenFreeSession(db, starter);
  await countIdleFreeStarts(db, { visitor: 'nobody', since: now });
  await countSmallOfCard(db, { cardKey: 'none', since: now });
  await countOfNetwork(db, { visitor: 'nobody', unpaidSince: now, smallSince: now });
  await operator.checkCode({ chargePoint: 'none', evse: 1, password: 'none', version: 'v1' });
  await setUnlock(db, { evseId: 'none', connector: '1', sessionId: 'none', unlock: 'asked' });
  await store.inTransaction(trx => spendCode(trx, { evseId: 'none', slot: 1, orderId: 'none', now }));
  await versionsOf(db, ['nobody', 'nobody else']);
  await plugStatesOf(db, ['none', 'none else']);
  await findSessionByStart(db, 'nobody');
  await findSessionAtPlug(db, { evseId: 'none', connector: '1' });
  const { station } = await session(ordered);
  if (!station) throw new Error('A session without its station');
  await store.inTransaction(trx => setPlug(trx, ordered.sessionId, station));
  // The limit is smaller than the number of due payments, so that the query for unpaid pages runs too.
  await listDuePayments(db, { now: new Date(now.getTime() + DAY_MS), limit: 0 });
  await store.inTransaction(trx => raiseAlert(trx, { at: now, subjectId: ordered.sessionId, why: 'bill fails' }));
  const [note] = await listOpen(db);
  await linesOf({ store, now }, 'done', { attention: String(note?.id), reason: 'seen', who: 'Petra Lindqvist' });
  const document = await findDocumentOf(db, ordered.sessionId);
  await linesOf({ store, now }, 'pass-over', { document: document?.number ?? '', who: 'Petra Lindqvist' });
  const waiting = await db.selectFrom('outbox').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
  await postpone(db, codecOf(OUTBOX).decode(waiting), { until: now, reason: 'late' });
  await giveUp(db, codecOf(OUTBOX).decode(waiting), { reason: 'refused', now });
  const [refund] = await listRefunds(db, (await payment(ordered)).id);
  if (!refund) throw new Error('Nothing was given back');
  await isOwnRefund(db, refund.paymentId, 1);
  await retireKey(db, refund, now);
  await moveToNextKey(db, refund, now);
  await db.transaction().execute(trx => beginDrop(trx, refund, now));
  await consoleJourney(store, now);
  await webhookJourney(app);
  await logFileJourney(store, now);
}

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

describe.each(['SQLite', 'PostgreSQL'])('However long a shop has been open, on %s', engine => {
  const { requested, log, forget } = readAlong();
  let filled: Store;
  let uncalled: readonly string[];
  beforeAll(async () => {
    const notCalled = await noteCalls();
    const url = engine === 'PostgreSQL' ? await server.createDatabase() : null;
    const open = () => createStore(url === null ? openSqlite(':memory:', { log }) : openPostgres(url, { log }));
    const store = open();
    await store.migrate();
    forget();
    const app = await openOperator({ store });
    await visitTheRest(app, await visitEverything(app));
    await app.close();
    uncalled = await notCalled(STORE, OPENING);
    filled = createStore(url === null ? openSqlite(':memory:') : openPostgres(await server.createDatabase()));
    await filled.migrate();
    await fill(filled);
  }, 300_000);
  afterAll(() => filled.close());

  async function slowOnes(store: Pick<Store, 'db' | 'engine'>): Promise<readonly string[]> {
    const slow: string[] = [];
    for (const [statement, values] of requested)
      for (const step of await slowSteps(store, statement, values))
        if (!isQuick(step, statement)) slow.push(`${step}: ${statement}`);
    return slow;
  }

  it('nothing that is asked of its database reads all there ever was', async () => {
    expect(requested.size).toBeGreaterThan(80);
    expect(await slowOnes(filled)).toEqual([]);
  });

  it('has the indexes that its statements use, and no other', async () => {
    expect(await indexesOf(filled)).toEqual([...INDEXES, ...(engine === 'SQLite' ? [] : ['key_values_order'])].sort());
    // PostgreSQL uses no index for so few rows.
    if (engine === 'PostgreSQL') return;
    const used = new Set<string>();
    for (const [statement, values] of requested)
      for (const index of await usedIndexes(filled, statement, values)) used.add(index);
    const unused = INDEXES.filter(index => !used.has(index) && !FOR_POSTGRES.includes(index));
    expect(unused).toEqual(FOR_EARLIER_VERSION);
  });

  it.each(['console_sessions_listed', 'payments_next_check', 'sessions_next_check', 'audit_what'])(
    '%s is missed when it is lost',
    async index => {
      expect(await withoutIndex(filled, index, slowOnes)).not.toEqual([]);
    },
  );

  it('what adapters keep is found by how it begins, not by looking at all of it', async () => {
    const lists = [...requested].filter(([statement]) => /from "key_values" where .*>=/.test(statement));
    expect(lists).toHaveLength(3);
    for (const [statement, values] of lists) expect(await shelfBounds(filled, statement, values)).toMatch(/key.*key/);
  });

  it('no statement is left out', () => {
    expect(uncalled).toEqual([]);
  });

  it('one that would is noticed', async () => {
    const statements = [
      'select * from sessions where energy_wh > 5000',
      'select count(*) from payments group by state',
      'select sessions.id from sessions inner join payments on payments.amount_minor = sessions.total_minor where sessions.number = 5',
    ];
    for (const statement of statements) expect(await slowSteps(filled, statement, [])).not.toEqual([]);
  });
});
