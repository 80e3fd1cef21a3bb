import {
  AUDITED_ACTS,
  type AuditedAct,
  type AuditFilter,
  type AuditLine,
  type AuditQuery,
} from '../../../shared/console/audit.ts';
import { iso } from '../../../shared/model/time.ts';
import type { Db } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { OPERATOR_ACT, type OperatorActRecord } from '../tables/consoleTables.ts';

export type { OperatorActRecord } from '../tables/consoleTables.ts';

const codec = codecOf(OPERATOR_ACT);
const { id: _, ...WITHOUT_ID } = OPERATOR_ACT;
const newCodec = codecOf(WITHOUT_ID);
const ACTS = Object.keys(AUDITED_ACTS) as AuditedAct[];

type NewAct = Omit<OperatorActRecord, 'id' | 'account'> & Partial<Pick<OperatorActRecord, 'account'>>;

/** Records a staff action (done, refused or viewed), in the same transaction as the action. */
export async function writeAct(db: Db, act: NewAct): Promise<void> {
  await db
    .insertInto('operator_acts')
    .values(newCodec.encode({ account: null, ...act }))
    .execute();
}

export async function findActByForm(db: Db, form: string): Promise<OperatorActRecord | null> {
  const row = await db.selectFrom('operator_acts').selectAll().where('form', '=', form).executeTakeFirst();
  return row ? codec.decode(row) : null;
}

/** Removes the form's token from its action, so that the form can be submitted again. */
export async function releaseForm(db: Db, form: string): Promise<void> {
  await db.updateTable('operator_acts').set({ form: null }).where('form', '=', form).execute();
}

/** Lists the staff actions that concern one session, oldest first. */
export async function listActsOn(db: Db, sessionNumber: number): Promise<OperatorActRecord[]> {
  const query = db.selectFrom('operator_acts').selectAll().where('session_number', '=', sessionNumber);
  return (await query.orderBy('id').execute()).map(codec.decode);
}

/** Finds the last staff action of some kinds that was done to an object, such as a tariff. */
export async function findLastActAbout(
  db: Db,
  { kinds, about }: { kinds: readonly AuditedAct[]; about: string },
): Promise<OperatorActRecord | null> {
  const query = db.selectFrom('operator_acts').selectAll().where('does', 'in', kinds).where('is_done', '=', 1);
  const rows = await query.orderBy('id', 'desc').limit(MAX_SEARCHED).execute();
  return rows.map(codec.decode).find(({ facts }) => facts.about === about) ?? null;
}

/** Number of the last actions among which an action about an object is searched. */
const MAX_SEARCHED = 500;

/** Lists staff actions after an id and up to a time, oldest first. */
export async function listActsUpTo(
  db: Db,
  { after, until, limit }: { after: number; until: Date; limit: number },
): Promise<OperatorActRecord[]> {
  const query = db.selectFrom('operator_acts').selectAll().where('id', '>', after);
  const acts = (await query.orderBy('id').limit(limit).execute()).map(codec.decode);
  const isLater = acts.findIndex(({ at }) => at > until);
  return isLater < 0 ? acts : acts.slice(0, isLater);
}

/** Converts a staff action into a line of the audit page. */
export const auditLineOf = (act: OperatorActRecord): AuditLine => ({
  id: act.id,
  at: iso(act.at),
  who: act.who,
  does: act.does,
  number: act.sessionNumber,
  about: textIn(act.facts.about),
  isDone: act.isDone,
  amount: act.amountMinor === null || act.currency === null ? null : { amountMinor: act.amountMinor, currency: act.currency },
  reason: act.reason,
  token: textIn(act.facts.token),
  brand: textIn(act.facts.brand),
  aboutBrand: textIn(act.facts.aboutBrand),
});

const textIn = (fact: unknown): string | null => (typeof fact === 'string' ? fact : null);

/** Returns the kinds of staff actions that match a filter. */
const actsBy = (filter: AuditFilter): AuditedAct[] => ACTS.filter(does => AUDITED_ACTS[does] === filter);

/**
 * Lists one page of staff actions, newest first. The page begins after the id `before`, so the database need not count or skip
 * rows.
 */
export async function listActs(db: Db, { who, is, find, before, limit }: AuditQuery & { limit: number }): Promise<AuditLine[]> {
  let query = db.selectFrom('operator_acts').selectAll();
  if (who) query = query.where('who', '=', who);
  if (is === 'refused') query = query.where('is_done', '=', 0);
  else if (is) query = query.where('does', 'in', actsBy(is));
  if (before !== undefined) query = query.where('id', '<', before);
  const number = (find ?? '').replace(/\s/g, '');
  if (/^\d{9}$/.test(number)) query = query.where('session_number', '=', Number(number));
  else if (find) query = query.where(eb => eb(eb.fn<string>('lower', ['reason']), 'like', `%${literally(find.toLowerCase())}%`));
  const rows = await query.orderBy('id', 'desc').limit(limit).execute();
  return rows.map(row => auditLineOf(codec.decode(row)));
}

/** Replaces the wildcards of LIKE by blanks, so that the text is searched literally. */
const literally = (words: string): string => words.replace(/[%_\\]/g, ' ');

/** Lists the names of staff members with a recorded action, in alphabetical order. */
export async function listActors(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('operator_acts').select('who').distinct().orderBy('who').limit(200).execute();
  return rows.map(({ who }) => who);
}
