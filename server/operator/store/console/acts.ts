import type { Db } from '../store.ts';
import { codecOf } from '../tables/codec.ts';
import { OPERATOR_ACT, type OperatorActRecord } from '../tables/consoleTables.ts';

export type { OperatorActRecord } from '../tables/consoleTables.ts';

const codec = codecOf(OPERATOR_ACT);
const { id: _, ...WITHOUT_ID } = OPERATOR_ACT;
const newCodec = codecOf(WITHOUT_ID);

/** What was done, refused or seen; written in the transaction that does it. */
export async function writeAct(db: Db, act: Omit<OperatorActRecord, 'id'>): Promise<void> {
  await db.insertInto('operator_acts').values(newCodec.encode(act)).execute();
}

export async function findActByForm(db: Db, form: string): Promise<OperatorActRecord | null> {
  const row = await db.selectFrom('operator_acts').selectAll().where('form', '=', form).executeTakeFirst();
  return row ? codec.decode(row) : null;
}

/** What people have done about one session, the oldest first. */
export async function listActsOn(db: Db, sessionNumber: number): Promise<OperatorActRecord[]> {
  const query = db.selectFrom('operator_acts').selectAll().where('session_number', '=', sessionNumber);
  return (await query.orderBy('id').execute()).map(codec.decode);
}
