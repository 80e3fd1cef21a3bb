import type { Trx } from '../engine/database.ts';
import { emit } from '../jobs/webhookEvents.ts';
import type { DocumentRecord } from '../tables/ledgerTables.ts';
import { sessionSubject } from './sessionEvents.ts';
import { findSession } from './sessions.ts';

/** Writes the event of an issued document. */
export const emitDocument = (
  trx: Trx,
  { number, kind, sessionId }: Pick<DocumentRecord, 'number' | 'kind' | 'sessionId'>,
): Promise<void> =>
  emit(trx, 'document.issued', async () => {
    const session = await findSession(trx, sessionId);
    const clientId = session?.clientId ?? null;
    const data = { document: number, kind, session: session?.number ?? null, client: clientId };
    return { subject: session ? sessionSubject(session.number) : `document ${number}`, clientId, data };
  });
