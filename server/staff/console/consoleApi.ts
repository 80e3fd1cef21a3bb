import type { Operating } from '../../../shared/console/operating.ts';
import type { ImportState } from '../../../shared/console/prices.ts';
import { listOpen } from '../../runtime/alerts.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { calculate, getPrices } from '../../shop/catalogue/prices.ts';
import { canRevert, findLastImport } from '../../shop/import/importCatalogue.ts';
import type { Db } from '../../store/engine/database.ts';
import type { Actor } from '../acts/actor.ts';
import { createActing } from '../acts/actService.ts';
import { listTokens } from '../acts/apiTokens.ts';
import { getAudit } from '../acts/audit.ts';
import { getFaultPhoto } from '../stations/faultLines.ts';
import { operatingStations } from '../stations/stationsApi.ts';
import { operatingWebhooks } from '../webhooks/webhookLists.ts';
import { getAgreedTexts } from './agreedTexts.ts';
import { listClosedAttention } from './attention.ts';
import { getBrands } from './brands.ts';
import { exportAudit, exportSessions } from './exportLists.ts';
import { operatingBooks } from './ledgerApi.ts';
import { operatingOfBrand } from './operatingOfBrand.ts';
import { getPoint } from './pointView.ts';
import { operatingReports } from './reportsApi.ts';
import { listSessions } from './sessionLists.ts';
import { getSession } from './sessionView.ts';
import { listSignedIn } from './signedInPeople.ts';
import { getToday } from './today.ts';

/** Creates the queries and actions of the console for a signed-in person. */
export function createOperating(context: OperatorContext, asker: Actor): Operating {
  const all = operatingOfAll(context, asker);
  const { brand } = asker.who;
  return brand === undefined ? all : operatingOfBrand(all, brand);
}

function operatingOfAll(context: OperatorContext, asker: Actor): Operating {
  return {
    countAttention: () => listOpen(context.store.db).then(open => open.length),
    listSignedIn: () => listSignedIn(context.store.db, context.clock.now()),
    listTokens: () => listTokens(context.store.db, context.clock.now()),
    getToday: () => getToday(context),
    listClosedAttention: () => listClosedAttention(context),
    listSessions: request => listSessions(context, request),
    exportSessions: request => exportSessions({ ...context, now: context.clock.now() }, asker, request),
    exportAudit: request => exportAudit({ store: context.store, now: context.clock.now() }, asker, request),
    getSession: request => getSession(context, asker, request),
    getAgreedTexts: query => getAgreedTexts(context.store.db, query),
    findLastImport: () => importState(context.store.db),
    getPrices: request => getPrices({ ...context, selling: context }, request),
    calculate: request => calculate({ ...context, selling: context }, request),
    listAudit: request => getAudit(context.store.db, request),
    getBrands: request => getBrands(context, request),
    ...operatingBooks(context, asker),
    ...operatingReports(context, asker),
    ...operatingStations(context, asker),
    getPoint: request => getPoint(context, request),
    getFaultPhoto: request => getFaultPhoto(context.store.db, request),
    ...operatingWebhooks(context.store.db),
    ...createActing({ ...context, selling: context, readSecret: () => context.secret }, asker),
  };
}

async function importState(db: Db): Promise<ImportState | null> {
  const last = await findLastImport(db);
  return last && { at: last.at, isReverted: last.isReverted, canRevert: canRevert(last) };
}
