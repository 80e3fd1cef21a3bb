import { createHolidays } from '../../server/core/pricing/holidays.ts';
import { later } from '../../server/core/records/instants.ts';
import { bringUp } from '../../server/staff/ledger/updateLedger.ts';
import type { Store, Trx } from '../../server/store/engine/database.ts';
import { assignNote, listNotes } from '../../server/store/jobs/alertRows.ts';
import { DISPUTE_NOTES, findDispute, writeAudit } from '../../server/store/jobs/audit.ts';
import {
  addFaultReport,
  closeFaults,
  countFaultsOf,
  countOpenFaults,
  deleteFaultReport,
  findFaultPhoto,
  findFaultReport,
  listAllOpenFaults,
  listFaultsWithEmail,
  listOpenFaults,
  updateFaultReport,
} from '../../server/store/shop/faultReports.ts';
import { listPlugChanges, removePlugChanges } from '../../server/store/shop/plugChanges.ts';
import { countPlugs, countPlugsAt, listPlugStates } from '../../server/store/shop/plugs.ts';
import {
  countPlugsSold,
  countPointsOfClient,
  findFirstPoint,
  listPlugsSold,
  listTariffUses,
} from '../../server/store/shop/plugsSold.ts';
import {
  countPointsOf,
  countRefused,
  findPointRow,
  listChargingPower,
  listPlugRows,
  listPointRows,
  listPointsById,
  listPointsOf,
  listRefusedAt,
  listSites,
  listTroubleSites,
  switchPoint,
} from '../../server/store/shop/points.ts';
import { lastChargingAt } from '../../server/store/shop/readings.ts';
import { listTariffsFrom } from '../../server/store/shop/tariffs.ts';
import { findActByForm, listActors, listActs, listActsOn, releaseForm, writeAct } from '../../server/store/staff/acts.ts';
import {
  addApiToken,
  findApiToken,
  listApiTokens,
  lockApiToken,
  noteTokenUse,
  removeApiToken,
  removeOldTokens,
  saveTokenRefunds,
} from '../../server/store/staff/apiTokens.ts';
import { sumCapturesByHour, sumEnergyAt, sumOpenHolds, sumSessionsByHour } from '../../server/store/staff/business.ts';
import { entriesIn, groupEntries, listEntries, sumVat } from '../../server/store/staff/entryRows.ts';
import { listHistory, listJobs } from '../../server/store/staff/history.ts';
import { listDifferences, listLines, listOutsideCaptures } from '../../server/store/staff/ledgerRows.ts';
import { sumLines, sumReasons, sumRefunds } from '../../server/store/staff/ledgerSums.ts';
import { movesIn, sumMoves } from '../../server/store/staff/moveRows.ts';
import { gapsOf, numberAt, seriesWithin } from '../../server/store/staff/seriesRows.ts';
import {
  findSessionOfDocument,
  findSessionRow,
  listGoingRows,
  listSessionRows,
  listSessionsByEmail,
  listSessionsOfPayments,
} from '../../server/store/staff/sessionRows.ts';
import {
  addSignIn,
  consumeSignIn,
  endAllSignIns,
  endSignInsOf,
  findSignIn,
  listSignIns,
  removeOldSignIns,
} from '../../server/store/staff/signIns.ts';
import { countConnectorsAt, listLocations, sumBillLines, sumUse } from '../../server/store/staff/useRows.ts';
import { DAY_MS } from '../../shared/model/time.ts';
import { UNLIMITED_TOKEN } from './unlimitedToken.ts';
import { visitPayouts } from './visitPayouts.ts';
import { visitPrices } from './visitPrices.ts';

/** Executes every database query of the staff console, including its accounting pages, once. */
export async function consoleJourney(store: Store, now: Date): Promise<void> {
  await visitSessions(store, now);
  await visitActs(store, now);
  await visitPoints(store, now);
  await visitPrices(store, now);
  await visitBooks(store, now);
  await visitPayouts(store, now);
}

async function visitSessions({ db }: Store, now: Date): Promise<void> {
  await listNotes(db, later(now, -DAY_MS));
  const behind = { createdAt: now, number: 5 };
  const clientId = 'blaufink';
  for (const request of [
    {},
    { evseId: 'DE*BLF*E1001*1' },
    { evseId: 'DE*BLF*E1001*1', clientId },
    { clientId },
    { state: 'running' },
    { from: later(now, -DAY_MS), to: now },
  ] as const)
    for (const from of [null, behind]) await listSessionRows(db, { ...request, behind: from, limit: 20 });
  const [row] = await listSessionRows(db, { behind: null, limit: 1 });
  await listGoingRows(db, { limit: 20 });
  await listGoingRows(db, { limit: 20, clientId });
  await findSessionRow(db, row?.number ?? 1);
  for (const request of [{ chargedMinor: 980 }, { digits: '4242' }, { ref: 'none' }, 'refunded'] as const)
    for (const from of [null, behind])
      for (const of of [{}, { clientId }]) await listSessionsOfPayments(db, request, { behind: from, limit: 20, ...of });
  for (const of of [{}, { clientId }]) await listSessionsByEmail(db, { email: 'none', ...of });
  await findSessionOfDocument(db, 'none');
  await writeAudit(db, { at: now, subjectId: 'none', what: DISPUTE_NOTES.open });
  await findDispute(db, 'none');
  await listHistory(db, ['none', 'nobody']);
  await listJobs(db, ['mail-receipt'], ['none']);
  const today = { from: later(now, -DAY_MS), to: now, until: now };
  await sumSessionsByHour(db, today);
  await sumCapturesByHour(db, today);
  await sumOpenHolds(db);
  for (const of of [{}, { clientId }]) await sumEnergyAt(db, { evseId: 'DE*BLF*E1001*1', since: now, ...of });
  await listPlugChanges(db, { evseId: 'DE*BLF*E1001*1', connector: '1', since: now, limit: 20 });
  for (const at of [1, 2]) await addPlugChange(db, at);
  await removePlugChanges(db, new Date(3));
  await visitFaults(db, now);
  await lastChargingAt(db, 'none');
  for (const of of [undefined, clientId]) await countPlugs(db, REACH, of);
  for (const except of [[], ['available'] as const]) await listPlugStates(db, REACH, { limit: 20, except });
  await listPointsById(db, ['DE*BLF*E1001*1']);
}

/** Executes the statements of drivers' reports. */
async function visitFaults(db: Store['db'], now: Date): Promise<void> {
  const evseId = 'DE*BLF*E1001*1';
  const facts = { clientId: 'blaufink', evseId, connector: null, kind: 'plug', locale: 'de' } as const;
  const nothing = { words: '', sealedEmail: '', closedAt: null, outcome: null, answers: [] };
  const report = { id: 'report', ...facts, ...nothing, receivedAt: now, hasPhoto: true };
  await addFaultReport(db as Trx, report, new Uint8Array([1]));
  await findFaultReport(db, 'report');
  for (const of of EACH_CLIENT) {
    await listOpenFaults(db, { evseId, limit: 20, ...of });
    await countOpenFaults(db, { evseId, ...of });
    await countFaultsOf(db, { evseIds: [evseId], ...of });
  }
  await listAllOpenFaults(db, 20);
  await findFaultPhoto(db, 'report');
  await updateFaultReport(db as Trx, 'report', { answers: [] });
  await closeFaults(db as Trx, { evseId, until: now, outcome: 'fixed', now });
  await listFaultsWithEmail(db);
  await deleteFaultReport(db as Trx, 'report');
}

/** Adds a change of a plug long ago, so that there is something to remove. */
const addPlugChange = (db: Store['db'], at: number) =>
  db
    .insertInto('plug_changes')
    .values({ evse_id: 'DE*BLF*E1001*1', connector: '1', at, state: 'available', fault: null })
    .execute();

/** All clients, and one client. */
const EACH_CLIENT = [{}, { clientId: 'blaufink' }];
const REACH = { at: new Date(0), sources: ['simulator', 'ocpp'] };

async function visitActs({ db, inTransaction }: Store, now: Date): Promise<void> {
  const act = { at: now, who: 'desk', does: 'note', sessionNumber: 1, form: 'form', isDone: true, amountMinor: null } as const;
  await writeAct(db, { ...act, currency: null, reason: 'asked', facts: {}, requestId: 'request' });
  await findActByForm(db, 'form');
  await listActsOn(db, 1);
  await listActors(db);
  for (const request of [
    {},
    { who: 'desk' },
    { is: 'refused' },
    { is: 'money' },
    { find: '123456789' },
    { find: 'asked' },
    { before: 9 },
  ] as const)
    await listActs(db, { ...request, limit: 20 });
  const signIn = { hash: 'hash', kind: 'session', name: 'desk', account: null, by: 'link', secret: '' } as const;
  const rights = { may: 'act', brand: null } as const;
  await addSignIn(db, { ...signIn, ...rights, createdAt: now, expiresAt: later(now, DAY_MS) });
  await findSignIn(db, { hash: 'hash', kind: 'session', now });
  await consumeSignIn(db, { hash: 'none', kind: 'link', now });
  for (const account of [null, 'https://accounts.example 17']) {
    await endSignInsOf(db, { name: 'desk', account }, { unless: rights });
    await endSignInsOf(db, { name: 'desk', account }, { unless: { may: 'read', brand: 'blaufink' } });
    await endSignInsOf(db, { name: 'desk', account });
  }
  await listSignIns(db, { now, limit: 10 });
  for (const name of ['desk', null]) await endAllSignIns(db, { name, now });
  await removeOldSignIns(db, now);
  const program = { ...UNLIMITED_TOKEN, person: 'desk' };
  await addApiToken(db, { id: 'token', hash: 'token', ...program, createdAt: now, expiresAt: later(now, DAY_MS) });
  await findApiToken(db, { hash: 'token', now });
  await listApiTokens(db, { now, limit: 10 });
  await lockApiToken(db as Trx, 'token');
  await saveTokenRefunds(db as Trx, { id: 'token', refunded: { day: '2026-11-28', amounts: { EUR: 100 } } });
  await noteTokenUse(db, { id: 'token', now });
  await removeApiToken(db, 'none');
  await removeOldTokens(db, now);
  await releaseForm(db, 'none');
  await inTransaction(trx => assignNote(trx, { id: 1, by: 'desk', at: now }));
}

async function visitPoints({ db, inTransaction }: Store, now: Date): Promise<void> {
  const [evseId, source] = ['DE*BLF*E1001*1', 'ocpi:town'];
  for (const request of [
    {},
    { after: evseId },
    { find: 'DE*BLF' },
    { states: ['charging', 'occupied'] },
    { isOff: true },
    { places: ['Town, Street 1'] },
  ] as const)
    for (const of of EACH_CLIENT) await listPointRows(db, { ...request, ...of, limit: 20, reach: REACH });
  await findPointRow(db, evseId);
  await listPointsOf(db, ['CP1', 'CP2']);
  await listPlugRows(db, [evseId], REACH);
  const trouble = { states: ['unavailable'], standing: ['suspended'], standingSince: now, evseIds: [evseId], limit: 20 } as const;
  for (const places of [{}, { places: ['Town, Street 1'] }])
    for (const of of EACH_CLIENT) await listTroubleSites(db, REACH, { ...trouble, ...places, ...of });
  for (const of of EACH_CLIENT) await countPlugsAt(db, { places: ['Town, Street 1'], ...of });
  await listChargingPower(db, [evseId]);
  for (const of of EACH_CLIENT) {
    for (const after of ['', 'a-tariff']) await listTariffUses(db, { after, limit: 20, ...of });
    await listPlugsSold(db, { tariffId: 'a-tariff', limit: 20, ...of });
    await countPlugsSold(db, { tariffId: 'a-tariff', ...of });
  }
  await countPointsOfClient(db, { clientId: 'blaufink', limit: 20 });
  await findFirstPoint(db, 'blaufink');
  const off = { at: now.toISOString(), by: 'desk', reason: 'broken' };
  for (const to of [off, null]) await inTransaction(trx => switchPoint(trx, { evseId, off: to }));
  await countPointsOf(db, source);
  await countRefused(db, source);
  for (const after of [undefined, 'DE*FRW*L1']) await listRefusedAt(db, { source, limit: 20, after });
  for (const request of [{}, { after: 'Town' }, { find: 'Street' }])
    for (const of of EACH_CLIENT) await listSites(db, { ...request, ...of, limit: 20 });
}

async function visitBooks(store: Store, now: Date): Promise<void> {
  const { db } = store;
  const span = { from: later(now, -4 * DAY_MS), to: later(now, DAY_MS) };
  await bringUp({ store, holidays: createHolidays(), now }, span, Number.POSITIVE_INFINITY);
  await listOutsideCaptures(db, span, 20);
  await sumLines(db, span);
  await sumReasons(db, span);
  for (const suppliers of [{}, { suppliers: ['blaufink', 'farnwald'] }]) {
    await sumUse(db, { ...span, ...suppliers });
    await sumBillLines(db, { ...span, ...suppliers });
  }
  for (const of of [{}, { suppliers: ['blaufink'] }]) {
    await listLocations(db, { evseIds: ['DE*BLF*E1001*1'], ...of });
    await countConnectorsAt(db, { places: ['Town, Street 1'], ...of });
  }
  await sumRefunds(db, span);
  await sumVat(db, span);
  await listDifferences(db, span, 20);
  for (const before of [null, { at: now, id: 'none' }])
    for (const agreeing of [true, false]) await listLines(db, span, { limit: 20, before, agreeing });
  for (const after of [null, { at: now, id: 'none', n: 0 }]) await listEntries(db, span, { limit: 20, after });
  await entriesIn(db, span).next();
  await groupEntries(db, span, 'EUR');
  const moveSpan = { ...span, providerDays: span };
  await movesIn(db, moveSpan).next();
  await sumMoves(db, moveSpan);
  await listTariffsFrom(db, { id: 'none', after: now });
  for (const series of await seriesWithin(db, span)) {
    await numberAt(db, { series: series.series, count: series.first });
    await gapsOf(db, series, 20);
  }
}
