/** What a person may do. `brand`: id of the only brand whose data the person sees; absent: all brands. */
export interface Rights {
  may: Role;
  brand?: string;
}

/**
 * The signed-in person. `name` is only for display. If the person signed in at an identity provider, only `account` identifies
 * the person.
 */
export type Person = { name: string } & Rights &
  (
    | {
        by: 'provider';
        /** Issuer and subject (OpenID Connect Core §2), separated by a space, which an issuer URL cannot contain. */
        account: string;
      }
    | { by: 'link' | 'demo' | 'command'; account?: never }
    /** A program of the operator that uses the API. `token`: name of its token, `tokenId`: its id, `isRefundLimited`: whether the token has a maximum refund. The person is the one who added the token. */
    | { by: 'token'; token: string; tokenId: string; isRefundLimited: boolean; account?: string }
  );
/** A person who signs in to the console, unlike a program with a token. */
export type SigningIn = Exclude<Person, { by: 'token' }>;
export type Role = 'read' | 'act';

/** A person who is signed in, on one device or several. */
export interface SignedInPerson {
  name: string;
  rights: Rights;
  /** Time of the person's latest sign-in. */
  since: string;
  count: number;
}

export interface OperatingSignIns {
  listSignedIn(): Promise<readonly SignedInPerson[]>;
}
