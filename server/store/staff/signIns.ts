import type { Db } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { SIGN_IN, type SignInRecord } from '../tables/consoleTables.ts';

export type { SignInRecord } from '../tables/consoleTables.ts';

const codec = codecOf(SIGN_IN);
type Kind = SignInRecord['kind'];

export async function addSignIn(db: Db, signIn: SignInRecord): Promise<void> {
  await db.insertInto('operator_sign_ins').values(codec.encode(signIn)).execute();
}

/**
 * Finds a sign-in, link or sign-in request by the hash of its secret.
 * @returns null if there is no valid one
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
 * Deletes a sign-in, link or sign-in request, so that it can be used once, and returns its row.
 * @returns null if there is no valid one
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
 * Ends all sign-ins of a person on all devices. With `unless`, those with this role stay. If the person has an account at the
 * sign-in provider, its sign-ins end under any name. Otherwise the sign-ins with this name and without an account end.
 */
export async function endSignInsOf(
  db: Db,
  { name, account }: SignInOwner,
  { unless }: { unless?: SignInRecord['may'] } = {},
): Promise<void> {
  const sessions = db.deleteFrom('operator_sign_ins').where('kind', '=', 'session');
  const query =
    account === null ? sessions.where('name', '=', name).where('account', 'is', null) : sessions.where('account', '=', account);
  await (unless === undefined ? query : query.where('may', '!=', unless)).execute();
}

/**
 * Ends all sign-ins and sign-in links of a name, or of all names if `name` is null.
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

/** Lists current sign-ins. Those that expire last come first. There are few, because a sign-in lasts some hours. */
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
