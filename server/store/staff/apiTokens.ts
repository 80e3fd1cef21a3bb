import type { Db, Trx } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { API_TOKEN, type ApiTokenRecord, type TokenRefunds } from '../tables/consoleTables.ts';

export type { ApiTokenRecord } from '../tables/consoleTables.ts';

const codec = codecOf(API_TOKEN);

export async function addApiToken(db: Db, token: ApiTokenRecord): Promise<void> {
  await db.insertInto('api_tokens').values(codec.encode(token)).execute();
}

/**
 * Finds a valid token by the hash of its secret.
 * @returns null if there is none
 */
export async function findApiToken(db: Db, { hash, now }: { hash: string; now: Date }): Promise<ApiTokenRecord | null> {
  const query = db.selectFrom('api_tokens').selectAll().where('hash', '=', hash);
  const row = await query.where('expires_at', '>', now.getTime()).executeTakeFirst();
  return row ? codec.decode(row) : null;
}

/** Lists valid tokens, those that end first at the beginning. */
export async function listApiTokens(db: Db, { now, limit }: { now: Date; limit: number }): Promise<ApiTokenRecord[]> {
  const query = db.selectFrom('api_tokens').selectAll().where('expires_at', '>', now.getTime());
  return (await query.orderBy('expires_at').limit(limit).execute()).map(codec.decode);
}

export async function noteTokenUse(db: Db, { id, now }: { id: string; now: Date }): Promise<void> {
  await db.updateTable('api_tokens').set({ used_at: now.getTime() }).where('id', '=', id).execute();
}

/**
 * Finds a token and locks its row until the end of the transaction, so that no other transaction counts a refund meanwhile.
 * @returns null if the token was revoked
 */
export async function lockApiToken(trx: Trx, id: string): Promise<ApiTokenRecord | null> {
  // An update locks the row on both engines. SQLite has no `select … for update`.
  const query = trx.updateTable('api_tokens').set(eb => ({ id: eb.ref('id') }));
  const row = await query.where('id', '=', id).returningAll().executeTakeFirst();
  return row ? codec.decode(row) : null;
}

export async function saveTokenRefunds(trx: Trx, { id, refunded }: { id: string; refunded: TokenRefunds }): Promise<void> {
  await trx
    .updateTable('api_tokens')
    .set({ refunded: API_TOKEN.refunded.encode(refunded) })
    .where('id', '=', id)
    .execute();
}

/**
 * Removes a token, so that it is no longer valid.
 * @returns the removed token; null if no token has this id
 */
export async function removeApiToken(db: Db, id: string): Promise<ApiTokenRecord | null> {
  const row = await db.deleteFrom('api_tokens').where('id', '=', id).returningAll().executeTakeFirst();
  return row ? codec.decode(row) : null;
}

export async function removeOldTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('api_tokens').where('expires_at', '<=', now.getTime()).execute();
}
