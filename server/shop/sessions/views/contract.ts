import type { Contract } from '../../../../shared/charging/session.ts';
import { priceTable } from '../../../core/pricing/priceTable.ts';
import type { SessionRecord } from '../../../store/shop/sessions.ts';
import type { PriceFacts } from '../cost/prices.ts';

/** Returns the agreed terms of a session, with the prices at the time of the order. */
export function contractOf({ connector }: Pick<SessionRecord, 'connector'>, priced: PriceFacts): Contract {
  const { order, client, point, tariff, place, vatPercent, currency } = priced;
  const { supplier } = client;
  const { terms, at } = order.consents;
  const powerW = point.connectors.find(({ id }) => id === connector)?.powerW ?? 0;
  return {
    concludedAt: at,
    supplier: `${supplier.name}, ${supplier.street}, ${supplier.postalCode} ${supplier.city}`,
    currency,
    days: priceTable({ tariff, place, now: new Date(at), powerW, vatPercent }).days,
    terms,
  };
}
