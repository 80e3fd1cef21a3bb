/** A page of Stripe, and whose: a client may have an account of its own. */
export interface StripePage {
  id: string;
  account: string | null;
}

/** `cs_…`, or `acct_…/cs_…`: the ref alone is enough to read a page, without knowing whose client it belongs to. */
export const refOf = ({ id, account }: StripePage): string => (account === null ? id : `${account}/${id}`);

export function readRef(ref: string): StripePage {
  const [first = '', second] = ref.split('/');
  return second === undefined ? { id: first, account: null } : { id: second, account: first };
}

/** Whose call it is, as the SDK wants it. */
export const forAccount = (account: string | null): { stripeAccount?: string } =>
  account === null ? {} : { stripeAccount: account };
