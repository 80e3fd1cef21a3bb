import { pathTo } from '../../../shared/charging/paths.ts';
import { formatClock, formatDateTime, formatMicro, formatMoney } from '../../../shared/figures/format.ts';
import { priceStretches } from '../../../shared/price/priceStretches.ts';
import type { Translate } from '../../../shared/price/priceWords.ts';
import { contractOf } from '../sessions/views/contract.ts';
import type { EmailDraft, SmallPart } from './emailParts.ts';

/**
 * Writes the confirmation of the contract (directive 2011/83, art. 8(7)), with the prices that applied when the contract was
 * concluded. Translation keys: contract.*, tariff.*
 */
export function confirmationOfContract(draft: EmailDraft): readonly SmallPart[] {
  const { context, session, priced, region } = draft;
  const { order, client, point, currency } = priced;
  const { concludedAt, supplier, days, terms } = contractOf(session, priced);
  const translate: Translate = (key, values) => context.translator(region.locale, key, values);
  const address = `${point.street}, ${point.postalCode} ${point.city}`;
  const hold = order.limitMinor === null ? null : formatMoney(order.limitMinor, currency, region);
  const linkTo = (page: 'terms' | 'withdrawal') =>
    context.linkOrigin + pathTo(page, { locale: region.locale, clientId: client.id, sessionId: session.id });
  const prices = priceStretches(days, {
    translate,
    unitPrice: micro => formatMicro(micro, currency, region),
    money: minor => formatMoney(minor, currency, region),
    clock: hhmm => formatClock(hhmm, region),
  });
  return [
    { heading: translate('contract.title') },
    translate('contract.intro', { supplier: client.supplier.name }),
    {
      rows: [
        [translate('contract.number'), String(session.number)],
        [translate('contract.concluded'), formatDateTime(concludedAt, region)],
        [translate('contract.supplier'), supplier],
        [translate('contract.service'), translate('contract.service.text', { evse: point.evseId, address })],
        ...(hold ? [[translate('contract.hold'), hold] as const] : []),
      ],
    },
    { heading: translate('contract.prices') },
    ...prices.flatMap(({ name, rows }) => [...(name === null ? [] : [name]), { rows }]),
    translate('tariff.inclVat'),
    // The session's page also shows the checksum of the terms. The e-mail does not, because most readers would not understand it.
    ...(terms ? [{ heading: translate('contract.terms') }, linkTo('terms')] : []),
    ...(client.withdrawal
      ? [{ heading: translate('contract.withdrawal') }, translate('contract.withdrawal.text', { link: linkTo('withdrawal') })]
      : []),
    translate('contract.keep'),
  ];
}
