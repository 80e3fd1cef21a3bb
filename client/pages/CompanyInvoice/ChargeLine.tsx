import type { Receipt } from '../../../shared/charging/receipt.ts';
import { Num, Small } from '../../components/text/Text.tsx';
import { useFormat } from '../../hooks/useFormat.ts';

/** Day, place and price of the session that the invoice is for. An issued invoice cannot be changed. */
export function ChargeLine({ receipt: { country, found } }: { receipt: Pick<Receipt, 'country' | 'found'> }) {
  const { timeZone, startedAt, street, city, price } = found;
  const format = useFormat({ country, timeZone });
  return (
    <Small as="p">
      <Num>{format.date(startedAt)}</Num> · {street}, {city}
      {' · '}
      <Num as="b">{format.money(price.amountMinor, price.currency)}</Num>
    </Small>
  );
}
