/** Who is signed in. */
export interface Person {
  name: string;
  may: Role;
  by: 'link' | 'demo' | 'provider' | 'command';
}
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
