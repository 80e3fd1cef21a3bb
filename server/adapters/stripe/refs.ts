/** A Checkout Session and the connected account that owns the session. Null is the shop's own account. */
export interface StripePage {
  id: string;
  account: string | null;
}

/** Formats a ref: `cs_…`, or `acct_…/cs_…` for a connected account. The ref alone suffices to read the session. */
export const refOf = ({ id, account }: StripePage): string => (account === null ? id : `${account}/${id}`);

export function readRef(ref: string): StripePage {
  const [first = '', second] = ref.split('/');
  return second === undefined ? { id: first, account: null } : { id: second, account: first };
}

/** The SDK's option for a call in the name of an account. */
export const forAccount = (account: string | null): { stripeAccount?: string } =>
  account === null ? {} : { stripeAccount: account };
