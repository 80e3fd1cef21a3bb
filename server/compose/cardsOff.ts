import type { StripeOrigins } from '../adapters/stripe/stripe.ts';
import type { ClientRecord } from '../core/records/records.ts';

type Brand = Pick<ClientRecord, 'id' | 'paymentAccount'>;

const MAX_NAMED = 5;

/** Returns a warning that names the brands whose payment pages do not open because their Stripe account accepts no cards. */
export function cardsOff(brands: readonly Pick<Brand, 'id'>[]): string {
  const names = brands.slice(0, MAX_NAMED).map(({ id }) => id);
  const more = brands.length > MAX_NAMED ? ` and ${brands.length - MAX_NAMED} more` : '';
  return `cards are disabled at the provider, so no payment page opens: ${names.join(', ')}${more}`;
}

/**
 * Finds the brands whose Stripe account does not accept card payments. Sends one request per Stripe account.
 * @throws ProviderUnavailable if Stripe does not respond, or if the API key may not read the payment methods
 */
export async function findBrandsWithoutCards<B extends Brand>(
  brands: readonly B[],
  { secretKey, place }: { secretKey: string; place?: StripeOrigins },
): Promise<readonly B[]> {
  const { openReadMethods } = await import('../adapters/stripe/stripe.ts');
  const read = await openReadMethods(secretKey, place);
  const without = new Set<string | null>();
  for (const account of new Set(brands.map(({ paymentAccount }) => paymentAccount)))
    if ((await read(account)).length === 0) without.add(account);
  return brands.filter(({ paymentAccount }) => without.has(paymentAccount));
}
