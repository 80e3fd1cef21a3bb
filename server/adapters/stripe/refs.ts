/**
 * A Checkout Session and the connected account that owns it. `account` null: the session belongs to the operator's own account.
 */
export interface StripePage {
  id: string;
  account: string | null;
}

/**
 * Formats the reference of a hold: `cs_…`, or `acct_…/cs_…` for a connected account. The reference alone is enough to read the
 * session.
 */
export const refOf = ({ id, account }: StripePage): string => (account === null ? id : `${account}/${id}`);

export function readRef(ref: string): StripePage {
  const [first = '', second] = ref.split('/');
  return second === undefined ? { id: first, account: null } : { id: second, account: first };
}

/** Returns the SDK option for calls on behalf of a connected account. For the operator's own account (null), there is none. */
export const forAccount = (account: string | null): { stripeAccount?: string } =>
  account === null ? {} : { stripeAccount: account };
