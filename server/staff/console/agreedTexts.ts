import type { AgreedTexts } from '../../../shared/console/agreedTexts.ts';
import type { LegalText } from '../../../shared/model/legal.ts';
import type { Agreed } from '../../core/records/records.ts';
import { legalTextOf } from '../../shop/catalogue/legal.ts';
import type { Db } from '../../store/engine/database.ts';
import { findLegalTextByHash } from '../../store/shop/legalTexts.ts';
import { findOrder } from '../../store/shop/orders.ts';
import { findSessionByNumber } from '../../store/shop/sessions.ts';

/**
 * Returns the legal texts that the driver of a session accepted, in the wording of that time.
 * @returns null if no session has this number
 */
export async function getAgreedTexts(db: Db, { number }: { number: number }): Promise<AgreedTexts | null> {
  const session = await findSessionByNumber(db, number);
  const order = session && (await findOrder(db, session.orderId));
  if (!order) return null;
  const { at, terms, privacy } = order.consents;
  return { at, terms: await textOf(db, 'terms', terms), privacy: await textOf(db, 'privacy', privacy) };
}

async function textOf(db: Db, kind: 'terms' | 'privacy', agreed: Agreed['terms']): Promise<LegalText | null> {
  const source = agreed && (await findLegalTextByHash(db, agreed.hash));
  return source ? legalTextOf({ ...source, locale: agreed.locale }, kind) : null;
}
