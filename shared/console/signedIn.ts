/** Who is signed in. The name is for reading; a provider's accounts are told apart by `account` alone. */
export type Person = { name: string; may: Role } & (
  | {
      by: 'provider';
      /** Issuer and subject (OpenID Connect Core §2), with a blank between: the issuer is a URL without one. */
      account: string;
    }
  | { by: 'link' | 'demo' | 'command'; account?: never }
);
export type Role = 'read' | 'act';

/** Somebody who is signed in now, on one device or several. */
export interface SignedInPerson {
  name: string;
  may: Role;
  /** When the newest of their sign-ins began. */
  since: string;
  count: number;
}

export interface OperatingSignIns {
  listSignedIn(): Promise<readonly SignedInPerson[]>;
}
