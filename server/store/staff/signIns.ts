import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { SIGN_IN, type SignInRecord } from '../tables/consoleTables.ts';
import type { Tables } from '../tables/tables.ts';

export type { SignInRecord } from '../tables/consoleTables.ts';

const codec = codecOf(SIGN_IN);
type Kind = SignInRecord['kind'];

export async function addSignIn(db: Db, signIn: SignInRecord): Promise<void> {
  await db.insertInto('operator_sign_ins').values(codec.encode(signIn)).execute();
}

/**
 * Finds a sign-in, sign-in link or sign-in request by the hash of its secret.
 * @returns null if none is valid
 */
export async function findSignIn(
  db: Db,
  { hash, kind, now }: { hash: string; kind: Kind; now: Date },
): Promise<SignInRecord | null> {
  const query = db.selectFrom('operator_sign_ins').selectAll().where('hash', '=', hash).where('kind', '=', kind);
  const row = await query.where('expires_at', '>', now.getTime()).executeTakeFirst();
  return row ? codec.decode(row) : null;
}

/**
 * Deletes a sign-in, sign-in link or sign-in request, so that it can be used only once, and returns its row.
 * @returns null if none is valid
 */
export async function consumeSignIn(
  db: Db,
  { hash, kind, now }: { hash: string; kind: Kind; now: Date },
): Promise<SignInRecord | null> {
  const query = db.deleteFrom('operator_sign_ins').where('hash', '=', hash).where('kind', '=', kind);
  const row = await query.where('expires_at', '>', now.getTime()).returningAll().executeTakeFirst();
  return row ? codec.decode(row) : null;
}

interface SignInOwner {
  name: string;
  account: string | null;
}

/**
 * Ends the sign-ins of a person on all devices, except those with the rights `unless`. If the person has an account at the sign-in
 * provider, the account identifies the sign-ins, otherwise the name does.
 */
export async function endSignInsOf(
  db: Db,
  { name, account }: SignInOwner,
  { unless }: { unless?: Pick<SignInRecord, 'may' | 'brand'> } = {},
): Promise<void> {
  const sessions = db.deleteFrom('operator_sign_ins').where('kind', '=', 'session');
  const query =
    account === null ? sessions.where('name', '=', name).where('account', 'is', null) : sessions.where('account', '=', account);
  if (!unless) return void (await query.execute());
  const { may, brand } = unless;
  // A comparison with null is neither true nor false, so that `not` would not find sign-ins without a brand.
  const isOther = (eb: ExpressionBuilder<Tables, 'operator_sign_ins'>) =>
    brand === null ? [eb('brand', 'is not', null)] : [eb('brand', '!=', brand), eb('brand', 'is', null)];
  await query.where(eb => eb.or([eb('may', '!=', may), ...isOther(eb)])).execute();
}

/**
 * Ends all sign-ins and sign-in links of a person, or of everyone if `name` is null.
 * @returns the number of sign-ins and of links
 */
export async function endAllSignIns(
  db: Db,
  { name, now }: { name: string | null; now: Date },
): Promise<Readonly<Record<'session' | 'link', number>>> {
  const valid = db.deleteFrom('operator_sign_ins').where('expires_at', '>', now.getTime());
  const query = valid.where('kind', 'in', ['session', 'link']);
  const ended = await (name === null ? query : query.where('name', '=', name)).returning('kind').execute();
  const count = (kind: Kind) => ended.filter(row => row.kind === kind).length;
  return { session: count('session'), link: count('link') };
}

/** Lists valid sign-ins, those that expire last first. They are few, because a sign-in lasts only some hours. */
export async function listSignIns(db: Db, { now, limit }: { now: Date; limit: number }): Promise<SignInRecord[]> {
  const query = db
    .selectFrom('operator_sign_ins')
    .selectAll()
    .where('expires_at', '>', now.getTime())
    .where('kind', '=', 'session');
  return (await query.orderBy('expires_at', 'desc').limit(limit).execute()).map(codec.decode);
}

export async function removeOldSignIns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('operator_sign_ins').where('expires_at', '<=', now.getTime()).execute();
}
