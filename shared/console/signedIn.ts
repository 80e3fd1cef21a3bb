/** The signed-in person. `name` is only for display. Accounts of a provider are identified by `account` alone. */
export type Person = { name: string; may: Role } & (
  | {
      by: 'provider';
      /** Issuer and subject (OpenID Connect Core §2), separated by a space. The issuer is a URL and contains no space. */
      account: string;
    }
  | { by: 'link' | 'demo' | 'command'; account?: never }
);
export type Role = 'read' | 'act';

/** A person with a current sign-in, on one device or several. */
export interface SignedInPerson {
  name: string;
  may: Role;
  /** Start of the person's newest sign-in. */
  since: string;
  count: number;
}

export interface OperatingSignIns {
  listSignedIn(): Promise<readonly SignedInPerson[]>;
}
