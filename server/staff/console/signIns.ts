import { createHash, randomBytes } from 'node:crypto';
import type { AuditedAct } from '../../../shared/console/audit.ts';
import type { Rights, SigningIn } from '../../../shared/console/signedIn.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import type { ProviderRequest, SignedIn, SignIns } from '../../core/ports/consolePort.ts';
import { later } from '../../core/records/instants.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { identityOf } from '../../shop/payments/samePerson.ts';
import type { Db, Store } from '../../store/engine/database.ts';
import { findClient } from '../../store/shop/catalogue.ts';
import { writeAct } from '../../store/staff/acts.ts';
import {
  addSignIn,
  consumeSignIn,
  endSignInsOf,
  findSignIn,
  removeOldSignIns,
  type SignInRecord,
} from '../../store/staff/signIns.ts';
import type { AuditFacts } from '../../store/tables/otherTables.ts';
import { type Actor, factsOf } from '../acts/actor.ts';
import { revokeTokensOf } from '../acts/apiTokens.ts';

/** Lifetimes of a sign-in, of a printed sign-in link, and of a sign-in that is in progress at an identity provider. */
const SIGNED_IN_MS = 12 * HOUR_MS;
const LINK_MS = 10 * MINUTE_MS;
const PROVIDER_MS = 15 * MINUTE_MS;

/** A token has 256 random bits, so it cannot be guessed. The database stores only its hash. */
const newToken = (): string => randomBytes(32).toString('base64url');
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

type SignInContext = Pick<OperatorContext, 'store' | 'clock'>;

/** Manages sign-ins to the console. They are stored in the database, so a sign-in is valid in every process of the app. */
export function createSignIns({ store, clock }: SignInContext): SignIns {
  const now = () => clock.now();
  return {
    find: async token => personOf(await findSignIn(store.db, { hash: hashOf(token), kind: 'session', now: now() })),
    openLink: (token, requestId) =>
      store.inTransaction(async trx => {
        const at = now();
        const link = await consumeSignIn(trx, { hash: hashOf(token), kind: 'link', now: at });
        return link && enter(trx, { person: { name: link.name, ...rightsOf(link), by: 'link' }, at, requestId });
      }),
    enter: (person, requestId) => store.inTransaction(trx => enter(trx, { person, at: now(), requestId })),
    async leave(token, requestId) {
      await store.inTransaction(async trx => {
        const at = now();
        const left = await consumeSignIn(trx, { hash: hashOf(token), kind: 'session', now: at });
        if (left) await note(trx, { who: left.name, account: left.account, does: 'sign-out', at, requestId });
      });
    },
    async leaveEverywhere(person, requestId) {
      await store.inTransaction(async trx => {
        await endSignInsOf(trx, identityOf(person));
        await revokeTokensOf(trx, { person: identityOf(person), now: now() });
        await note(trx, { who: person.name, account: person.account ?? null, does: 'sign-out-everywhere', at: now(), requestId });
      });
    },
    async storeRequest(state, sealed) {
      const at = now();
      const request = {
        name: '',
        account: null,
        may: 'read',
        brand: null,
        by: 'provider',
        createdAt: at,
        expiresAt: later(at, PROVIDER_MS),
      } as const;
      await removeOldSignIns(store.db, at);
      await addSignIn(store.db, { ...request, hash: hashOf(state), kind: 'provider', secret: sealed });
    },
    async redeemRequest(state): Promise<ProviderRequest> {
      const request = await consumeSignIn(store.db, { hash: hashOf(state), kind: 'provider', now: now() });
      return request?.secret ?? null;
    },
    refused: (why, requestId) => note(store.db, { who: '', does: 'sign-in', at: now(), requestId, reason: why, isDone: false }),
    hasBrand: async brand => (await findClient(store.db, brand, { includesRemoved: true })) !== null,
    refusedAccount: ({ name, account }, requestId) =>
      store.inTransaction(async trx => {
        await endSignInsOf(trx, { name, account });
        await revokeTokensOf(trx, { person: { name, account }, now: now() });
        const refusal = { does: 'sign-in', reason: 'no-role', isDone: false } as const;
        await note(trx, { ...refusal, who: name, account, facts: { about: account }, at: now(), requestId });
      }),
  };
}

/**
 * Returns the signed-in person. Null also for a sign-in by an identity provider that an earlier version of the app stored
 * without an account; the person must then sign in again.
 */
function personOf(row: SignInRecord | null): SigningIn | null {
  if (!row) return null;
  const { name, by, account } = row;
  if (by !== 'provider') return { name, ...rightsOf(row), by };
  return account === null ? null : { name, ...rightsOf(row), by, account };
}

/** Returns the rights of a sign-in or of a sign-in link. */
export const rightsOf = ({ may, brand }: Pick<SignInRecord, 'may' | 'brand'>): Rights => ({
  may,
  ...(brand === null ? {} : { brand }),
});

/** Creates a sign-in with a new token. A token that the browser sent is never reused, which prevents session fixation. */
async function enter(db: Db, { person, at, requestId }: { person: SigningIn; at: Date; requestId: string }): Promise<SignedIn> {
  const token = newToken();
  await removeOldSignIns(db, at);
  const rights = { may: person.may, brand: person.brand ?? null };
  // The identity provider decides the role of a person. If the role has changed, the person's earlier sign-ins end on all devices.
  if (person.by === 'provider') await endSignInsOf(db, person, { unless: rights });
  await revokeTokensOf(db, { person: identityOf(person), now: at, beyond: rights });
  const expiresAt = later(at, SIGNED_IN_MS);
  const account = person.account ?? null;
  await addSignIn(db, {
    ...person,
    ...rights,
    account,
    hash: hashOf(token),
    kind: 'session',
    secret: '',
    createdAt: at,
    expiresAt,
  });
  await note(db, {
    who: person.name,
    account,
    does: 'sign-in',
    at,
    requestId,
    reason: person.by,
    facts: factsOf(person),
  });
  return { token, person, lastsMs: SIGNED_IN_MS };
}

/**
 * Creates a link that signs a person in once. The audit log records who printed the link.
 * @returns the token, which is the last part of the address /operator/sign-in/<token>
 */
export async function printLink(
  { store, now }: { store: Pick<Store, 'inTransaction'>; now: Date },
  { name, asker, ...rights }: { name: string; asker: Actor } & Rights,
): Promise<string> {
  const token = newToken();
  const { may, brand = null } = rights;
  const about = { name, account: null, may, brand, by: 'link', secret: '' } as const;
  const link = { ...about, createdAt: now, expiresAt: later(now, LINK_MS) };
  await store.inTransaction(async trx => {
    await addSignIn(trx, { ...link, hash: hashOf(token), kind: 'link' });
    const by = { who: asker.who.name, account: asker.who.account ?? null, requestId: asker.requestId };
    await note(trx, {
      ...by,
      does: 'print-link',
      at: now,
      reason: may,
      facts: { about: name, ...(brand === null ? {} : { aboutBrand: brand }) },
    });
  });
  return token;
}

interface Noted {
  who: string;
  account?: string | null;
  does: AuditedAct;
  at: Date;
  requestId: string;
  reason?: string;
  isDone?: boolean;
  facts?: AuditFacts;
}

function note(db: Db, { reason = '', isDone = true, facts = {}, ...noted }: Noted): Promise<void> {
  const nothing = {
    sessionNumber: null,
    form: null,
    amountMinor: null,
    currency: null,
    facts,
  };
  return writeAct(db, { ...nothing, ...noted, reason, isDone });
}
