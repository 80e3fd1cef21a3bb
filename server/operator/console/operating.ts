import type { Operating } from '../../../shared/operating.ts';
import { listOpen } from '../alerts.ts';
import { getAudit } from '../backoffice/audit.ts';
import { calculate, getPrices } from '../catalogue/prices.ts';
import type { OperatorContext } from '../context.ts';
import type { Store } from '../store/engine/database.ts';
import { createActing } from './acting.ts';
import { getAgreedTexts } from './agreedTexts.ts';
import type { Asker } from './asker.ts';
import { getBrands } from './brands.ts';
import { listSignedIn } from './endSignIns.ts';
import { takeAudit, takeSessions } from './exports/takeLists.ts';
import { operatingBooks } from './operatingBooks.ts';
import { listSessions } from './sessionLists.ts';
import { getSession } from './sessionView.ts';
import { operatingStations } from './stations/operatingStations.ts';
import { getToday } from './today.ts';

/** What somebody who is signed in may ask and do. Lists are read by `late`: what follows from an act is asked and decided now. */
export function createOperating(context: OperatorContext, asker: Asker, late: OperatorContext['late']): Operating {
  const store: Store = { ...context.store, readLate: work => late(there => work(there.store.db)) };
  return {
    countAttention: () => late(async ({ store }) => (await listOpen(store.db)).length),
    listSignedIn: () => listSignedIn(context.store.db, context.clock.now()),
    getToday: () => late(getToday),
    listSessions: ask => late(there => listSessions(there, ask)),
    takeSessions: ask => takeSessions({ store, now: context.clock.now() }, asker, ask),
    takeAudit: ask => takeAudit({ store: context.store, now: context.clock.now() }, asker, ask),
    getSession: ask => getSession(context, asker, ask),
    getAgreedTexts: query => getAgreedTexts(context.store.db, query),
    getPrices: ask => getPrices({ ...context, selling: context }, ask),
    calculate: ask => calculate({ ...context, selling: context }, ask),
    listAudit: ask => late(({ store }) => getAudit(store.db, ask)),
    getBrands: ask => getBrands(context, ask),
    ...operatingBooks(context, asker),
    ...operatingStations(context, asker, late),
    ...createActing(context, asker),
  };
}
