import { readEvseId } from '../../../shared/model/evseId.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { listIdsAmong } from '../../store/shop/catalogue.ts';

/** With more similar IDs than this, a suggestion would be a guess. */
const MAX_SIMILAR = 3;
/** Length of country code, operator code and the letter E, in which no typing error is assumed. */
const PREFIX_LENGTH = 6;
const DIGITS = [...'0123456789'];

interface SimilarPointsRequest {
  /** The typed EVSE ID, for which there is no charging point. */
  text: string;
  /** Only points of this brand. Null: of all brands. */
  clientId: string | null;
}

/**
 * Finds the charging points whose EVSE ID differs from a typed one by one digit that is wrong, missing, superfluous or swapped. Looks
 * up the few possible IDs instead of reading the catalogue.
 * @returns at most three EVSE IDs; none if more are similar
 */
export async function findSimilarPoints(
  { store }: Pick<OperatorContext, 'store'>,
  { text, clientId }: SimilarPointsRequest,
): Promise<readonly string[]> {
  const typed = readEvseId(text);
  if (!typed) return [];
  const found = await listIdsAmong(store.db, { compacts: variantsOf(typed.compact), clientId, limit: MAX_SIMILAR + 1 });
  return found.length > MAX_SIMILAR ? [] : found;
}

function variantsOf(compact: string): readonly string[] {
  const variants = new Set<string>();
  for (let at = PREFIX_LENGTH; at <= compact.length; at++) {
    const [before, after] = [compact.slice(0, at), compact.slice(at)];
    for (const digit of DIGITS) variants.add(before + digit + after).add(before + digit + after.slice(1));
    variants.add(before + after.slice(1));
    if (after.length > 1) variants.add(before + after.charAt(1) + after.charAt(0) + after.slice(2));
  }
  variants.delete(compact);
  return [...variants];
}
