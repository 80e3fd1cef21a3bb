import type { Role } from '../../../shared/console/signedIn.ts';

type Claims = Readonly<Record<string, unknown>>;

/** The claim that roles are in, and which of its values let somebody read, and act. */
export interface RoleClaim {
  claim: string;
  read: readonly string[];
  act: readonly string[];
}

/** Null: this account has no business here. */
export function roleIn(claims: Claims, { claim, read, act }: RoleClaim): Role | null {
  const values = valuesOf(claimAt(claims, claim));
  if (values.some(value => act.includes(value))) return 'act';
  return values.some(value => read.includes(value)) ? 'read' : null;
}

/** A claim by its name; else, where its name has dots, one inside another, such as realm_access.roles. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>((inside, part) => (isClaims(inside) && Object.hasOwn(inside, part) ? inside[part] : null), claims);
}

const isClaims = (value: unknown): value is Claims => typeof value === 'object' && value !== null && !Array.isArray(value);

function valuesOf(claim: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return values.filter(value => typeof value === 'string');
}

/** The name as the audit writes it: for reading, because people choose it themselves and may change it. */
export function nameIn({ name, email, email_verified: isVerified, sub }: Claims): string {
  const sure = isVerified === true && typeof email === 'string' ? email : String(sub);
  return typeof name === 'string' && name.trim() !== '' ? `${name.trim().slice(0, 80)} (${sure})` : sure;
}

/** Issuer and subject: what tells people apart (OpenID Connect Core §5.7). Both claims are checked before. */
export const accountIn = ({ iss, sub }: Claims): string => `${String(iss)} ${String(sub)}`;
