import { readNumber } from '../../shop/documents/numbering.ts';
import type { Store } from '../../store/engine/database.ts';
import { writeAudit } from '../../store/jobs/audit.ts';
import { raiseCounter } from '../../store/shop/documents.ts';

interface PassOver {
  store: Pick<Store, 'inTransaction'>;
  now: Date;
}

/**
 * After an older copy of the database was put back: the series goes on behind a document that was issued since, or its number
 * would be given to another one. A series never goes back. Answers the lines to print.
 */
export async function skipDocumentNumber(
  { store, now }: PassOver,
  { document = '' }: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[]> {
  const number = document.trim();
  const read = readNumber(number);
  if (!read) throw new RangeError('Invalid document number. Use the number on the document, such as R-ABC-2027-000123.');
  const last = await store.inTransaction(async trx => {
    const value = await raiseCounter(trx, { series: read.series, atLeast: read.count });
    await writeAudit(trx, { at: now, what: 'numbers passed over', subjectId: number, facts: { last: value } });
    return value;
  });
  return [`The next document of this series gets number ${last + 1}.`];
}
