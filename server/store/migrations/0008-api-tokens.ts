import { type Kysely, sql } from 'kysely';

/** Adds the tokens with which programs of the operator use the API. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table api_tokens (
    id text not null, hash text not null, name text not null, person text not null, account text, scopes text not null,
    created_at bigint not null, expires_at bigint not null, used_at bigint,
    constraint api_tokens_pk primary key (id)
  )`.execute(db);
  await sql`create unique index api_tokens_hash on api_tokens (hash)`.execute(db);
  await sql`create index api_tokens_expiry on api_tokens (expires_at)`.execute(db);
}
