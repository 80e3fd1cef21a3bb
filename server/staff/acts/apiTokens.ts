import { createHash, randomBytes } from 'node:crypto';
import type { Person } from '../../../shared/console/signedIn.ts';
import { type ApiTokenLine, type NewApiToken, type Scope, WRITE_SCOPES } from '../../../shared/console/tokens.ts';
import { iso, MINUTE_MS } from '../../../shared/model/time.ts';
import type { ApiCaller } from '../../core/ports/consolePort.ts';
import { isWithin } from '../../platform/network/networks.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { type Identity, isSamePerson } from '../../shop/payments/samePerson.ts';
import type { Db } from '../../store/engine/database.ts';
import { type ApiTokenRecord, findApiToken, listApiTokens, noteTokenUse, removeApiToken } from '../../store/staff/apiTokens.ts';

/** Beginning of every secret. Scanners find secrets that were published by mistake by this beginning. */
const PREFIX = 'charging_';
const SECRET = new RegExp(`^${PREFIX}([\\w-]{43})([\\w-]{6})$`);
/** Maximum number of valid tokens. */
export const MAX_TOKENS = 1000;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
const hashOf = (secret: string): string => sha256(secret).toString('hex');
const checksumOf = (random: string): string => sha256(random).toString('base64url').slice(0, 6);

/** Creates a secret with 256 random bits. The database stores only its hash. */
export function createSecret(): NewApiToken & { hash: string } {
  const random = randomBytes(32).toString('base64url');
  const secret = PREFIX + random + checksumOf(random);
  return { id: randomBytes(9).toString('base64url'), secret, hash: hashOf(secret) };
}

/** Returns whether a text has the form and the checksum of a secret. A mistyped secret then needs no query. */
function isSecret(text: string): boolean {
  const [, random = '', checksum] = SECRET.exec(text) ?? [];
  return random !== '' && checksumOf(random) === checksum;
}

/** Lists the valid tokens, those that end first at the beginning. */
export async function listTokens(db: Db, now: Date): Promise<readonly ApiTokenLine[]> {
  return (await listApiTokens(db, { now, limit: MAX_TOKENS })).map(
    ({ id, name, person, scopes, brand, networks, maxRefund, ...at }) => ({
      ...{ id, name, person, scopes, brand, networks, maxRefund },
      createdAt: iso(at.createdAt),
      expiresAt: iso(at.expiresAt),
      usedAt: iso(at.usedAt),
    }),
  );
}

interface Revoking {
  /** Whose tokens are revoked. Null: all tokens. */
  person: Identity | null;
  now: Date;
  /** Only tokens that a person with this role and this brand could not have added. Absent: all tokens of the person. */
  beyond?: Pick<ApiTokenRecord, 'brand'> & Pick<Person, 'may'>;
}

/**
 * Revokes the tokens of everybody who may be this person.
 * @returns the number of revoked tokens
 */
export async function revokeTokensOf(db: Db, { person, now, beyond }: Revoking): Promise<number> {
  const isBeyond = ({ brand }: ApiTokenRecord): boolean =>
    beyond?.may !== 'act' || (beyond.brand !== null && brand !== beyond.brand);
  const tokens = (await listApiTokens(db, { now, limit: MAX_TOKENS })).filter(isBeyond);
  // People can choose their names at some identity providers. A role that changed there revokes only the tokens of the account.
  const isTheirs = ({ person: name, account }: ApiTokenRecord): boolean =>
    person === null || (beyond && person.account !== null ? account === person.account : isSamePerson({ name, account }, person));
  const theirs = tokens.filter(isTheirs);
  for (const { id } of theirs) await removeApiToken(db, id);
  return theirs.length;
}

const mayOf = (scopes: readonly Scope[]): Person['may'] => (WRITE_SCOPES.some(scope => scopes.includes(scope)) ? 'act' : 'read');

/**
 * Finds the person and the scopes of a token, and notes to the minute that the token was used.
 * @returns null if the secret is wrong, or if the token has ended, was revoked or is not valid from this address
 */
export async function findCaller(
  { store, clock }: Pick<OperatorContext, 'store' | 'clock'>,
  { secret, address }: { secret: string; address: string },
): Promise<ApiCaller | null> {
  if (!isSecret(secret)) return null;
  const now = clock.now();
  const token = await findApiToken(store.db, { hash: hashOf(secret), now });
  if (!token || (token.networks && !isWithin(address, token.networks))) return null;
  if (isUseToNote(token, now)) await noteTokenUse(store.db, { id: token.id, now });
  const { id, name, person, account, scopes, brand, maxRefund } = token;
  const more = { ...(account === null ? {} : { account }), ...(brand === null ? {} : { brand }) };
  const who = {
    name: person,
    may: mayOf(scopes),
    by: 'token',
    token: name,
    tokenId: id,
    isRefundLimited: maxRefund !== null,
    ...more,
  } as const;
  return { who, scopes };
}

const isUseToNote = ({ usedAt }: ApiTokenRecord, now: Date): boolean =>
  usedAt === null || now.getTime() - usedAt.getTime() >= MINUTE_MS;
