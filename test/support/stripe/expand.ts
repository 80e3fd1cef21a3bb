import type { Books } from './records.ts';

/**
 * Replaces ids by the objects to which they refer, along the paths in `expand`. For example, `payment_intent.latest_charge`
 * includes the payment and its charge.
 */
export function expand(books: Books, object: object, paths: readonly string[]): object {
  const copy = structuredClone(object) as Record<string, unknown>;
  for (const path of paths) {
    let at = copy;
    for (const step of path.split('.')) {
      const known = typeof at[step] === 'string' ? (books.intents.get(at[step]) ?? books.charges.get(at[step])) : at[step];
      if (typeof known !== 'object' || known === null) break;
      at[step] = structuredClone(known);
      at = at[step] as Record<string, unknown>;
    }
  }
  return copy;
}
