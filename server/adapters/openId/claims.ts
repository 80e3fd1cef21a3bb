import type { Rights, Role } from '../../../shared/console/signedIn.ts';

type Claims = Readonly<Record<string, unknown>>;

/** The name of the claim that contains the roles, and its values that grant read access and full access. */
export interface RoleClaim {
  claim: string;
  read: readonly string[];
  act: readonly string[];
}

/** Stands between a role and the id of the only brand for which the account has the role, as in 'support:brand:farnwald'. */
const BRAND = ':brand:';

/**
 * Returns the role that the claims grant. A role for all brands comes before a role for one brand.
 * @returns null if the account has none of the configured roles, or only roles for several brands
 */
export function rightsIn(claims: Claims, { claim, read, act }: RoleClaim): Rights | null {
  const values = valuesOf(claimAt(claims, claim));
  const roleOf = (among: readonly string[]): Role | null => {
    if (among.some(value => act.includes(value))) return 'act';
    return among.some(value => read.includes(value)) ? 'read' : null;
  };
  const may = roleOf(values);
  if (may) return { may };
  const limited = values.flatMap(value => {
    const [role = '', brand = '', ...rest] = value.split(BRAND);
    return brand !== '' && rest.length === 0 && roleOf([role]) ? [{ role, brand }] : [];
  });
  const [brand, ...others] = new Set(limited.map(each => each.brand));
  const role = roleOf(limited.map(each => each.role));
  return role && brand !== undefined && others.length === 0 ? { may: role, brand } : null;
}

/**
 * Finds a claim by its full name. If there is none, dots in the name are read as a path into nested objects, as in
 * realm_access.roles.
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
 * Returns the name of a person for the audit log, followed by a verified e-mail address or the subject id. The name alone
 * identifies nobody, because people can change it.
 */
export function nameIn({ name, email, email_verified: isVerified, sub }: Claims): string {
  const sure = isVerified === true && typeof email === 'string' ? email : String(sub);
  return typeof name === 'string' && name.trim() !== '' ? `${name.trim().slice(0, 80)} (${sure})` : sure;
}

/** Returns the id of an account: issuer and subject (OpenID Connect Core §5.7). The library has validated both claims. */
export const accountIn = ({ iss, sub }: Claims): string => `${String(iss)} ${String(sub)}`;
