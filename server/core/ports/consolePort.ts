import type { Operating } from '../../../shared/console/operating.ts';
import type { Person, Rights, SigningIn } from '../../../shared/console/signedIn.ts';
import type { Scope } from '../../../shared/console/tokens.ts';

/** Operations of the staff console: sign-in of staff, their queries, and their actions. */
export interface OperatorConsole {
  signIns: SignIns;
  operatingAs(who: Person, requestId: string): Operating;
  /**
   * Finds the person and the scopes of a token of the API.
   * @param address IP address from which the token is used
   * @returns null if the secret is wrong, or if the token has ended, was revoked or is not valid from this address
   */
  findCaller(secret: string, address: string): Promise<ApiCaller | null>;
}

/** Thrown if a person who is limited to one brand requests something that belongs to the operator. */
export class BrandLimited extends Error {
  override name = 'BrandLimited';
  constructor(brand: string) {
    super(`This account is limited to the brand ${brand}.`);
  }
}

/** A program that uses the API. `who`: the person who added its token. */
export interface ApiCaller {
  who: Extract<Person, { by: 'token' }>;
  scopes: readonly Scope[];
}

/** A new sign-in: the secret token for the cookie, the signed-in person, and the lifetime in milliseconds. */
export interface SignedIn {
  token: string;
  person: SigningIn;
  lastsMs: number;
}

/**
 * Encrypted values of a sign-in request, with which the sign-in provider's response is checked. Null: there was no such request,
 * or the response has already arrived.
 */
export type ProviderRequest = string | null;

/** URL of the sign-in provider to which the browser is redirected, and the values with which its response is checked. */
export interface SignInRequest {
  address: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** Identity of a person as the sign-in provider reports it. */
export interface Known {
  name: string;
  /** Id of the account (see `Person`). Stays the same if the person's name changes. */
  account: string;
  /** What the account may do in this console. Null: nothing. */
  rights: Rights | null;
}

/** Identity provider of a company. All methods have a time limit, because a person waits for the page. */
export interface SignInProvider {
  /** Starts a sign-in. Null: the sign-in provider is not available. */
  request(request: { redirectUri: string }): Promise<SignInRequest | null>;
  /**
   * Checks the response of the sign-in provider. `address` is the complete URL to which the browser was redirected. Null: the
   * response is not valid.
   */
  read(answer: SignInRequest): Promise<Known | null>;
  /**
   * Returns the address at which a person signs out of the provider (OpenID Connect RP-Initiated Logout 1.0). Null: the provider
   * has no such address, or is not available.
   */
  signOutAddress(request: { returnTo: string }): Promise<string | null>;
}

export interface SignIns {
  /** Finds the signed-in person. Null: the token is unknown, or the sign-in has ended. */
  find(token: string): Promise<SigningIn | null>;
  /** Signs a person in by a single-use link. Null: the link is not valid. */
  openLink(token: string, requestId: string): Promise<SignedIn | null>;
  enter(person: SigningIn, requestId: string): Promise<SignedIn>;
  leave(token: string, requestId: string): Promise<void>;
  leaveEverywhere(person: SigningIn, requestId: string): Promise<void>;
  storeRequest(state: string, sealed: string): Promise<void>;
  /** Returns the stored sign-in request and deletes it, so that each request is answered once. Null: there is no such request. */
  redeemRequest(state: string): Promise<ProviderRequest>;
  refused(why: string, requestId: string): Promise<void>;
  /** Whether the brand of a role exists, or existed. An identity provider may name any. */
  hasBrand(brand: string): Promise<boolean>;
  /** Ends all sign-ins of an account that has no role any more, and records this in the audit log. */
  refusedAccount(known: Pick<Known, 'name' | 'account'>, requestId: string): Promise<void>;
}
