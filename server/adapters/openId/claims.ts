import type { Role } from '../../../shared/console/signedIn.ts';

type Claims = Readonly<Record<string, unknown>>;

/** The claim that contains the roles, and the values of this claim that permit reading and acting. */
export interface RoleClaim {
  claim: string;
  read: readonly string[];
  act: readonly string[];
}

/** @returns null if the account has none of the configured roles */
export function roleIn(claims: Claims, { claim, read, act }: RoleClaim): Role | null {
  const values = valuesOf(claimAt(claims, claim));
  if (values.some(value => act.includes(value))) return 'act';
  return values.some(value => read.includes(value)) ? 'read' : null;
}

/**
 * Finds a claim by its full name. If no claim has this name, dots in the name separate nested objects, as in realm_access.roles.
 */
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

/**
 * The name of a person as the audit displays it. The name identifies no account, because people choose and change their names.
 */
export function nameIn({ name, email, email_verified: isVerified, sub }: Claims): string {
  const sure = isVerified === true && typeof email === 'string' ? email : String(sub);
  return typeof name === 'string' && name.trim() !== '' ? `${name.trim().slice(0, 80)} (${sure})` : sure;
}

/** Identifies an account by issuer and subject (OpenID Connect Core §5.7). The library has validated both claims. */
export const accountIn = ({ iss, sub }: Claims): string => `${String(iss)} ${String(sub)}`;
