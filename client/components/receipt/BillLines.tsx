import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../shared/model/money.ts';
import type { BillLine, VatGroup } from '../../../shared/model/tariff.ts';
import { isCutOff, type LineName, lineName } from '../../../shared/price/lineArithmetic.ts';
import { useFormat } from '../../hooks/useFormat.ts';
import { type RowFacts, Rows } from '../text/Rows.tsx';
import { Num } from '../text/Text.tsx';

interface BillLinesProps {
  currency: Currency;
  lines: readonly BillLine[];
  totalMinor: number;
  vat: readonly VatGroup[];
  place: { country: string; timeZone: string };
}

const NAMES: Readonly<Record<LineName, string>> = {
  energy: 'session.energy',
  time: 'tariff.timeFee',
  start: 'tariff.startFee',
  blocking: 'tariff.blockingFee',
  occupancy: 'tariff.occupancyFee',
  highest: 'receipt.line.highestPrice',
  least: 'receipt.line.leastPrice',
};

/**
 * The lines of a bill, the total and the VAT. Needs the text areas `receipt`, `session`, `tariff` and `unit` (see
 * `Route.strings`).
 */
export function BillLines({ currency, lines, totalMinor, vat, place }: BillLinesProps) {
  const { t } = useTranslation();
  const format = useFormat(place);
  const rows: RowFacts[] = [
    ...lines.map(line => ({
      label: <LineText line={line} currency={currency} place={place} />,
      value: format.money(line.amountMinor, currency),
    })),
    { label: t('receipt.total'), value: format.money(totalMinor, currency), isTotal: true },
    ...vat.map(({ percent, vatMinor }) => ({
      label: t('receipt.vat', { percent: format.percent(percent) }),
      value: format.money(vatMinor, currency),
    })),
  ];
  return <Rows rows={rows} />;
}

/**
 * Text of a bill line: "Energy, 12.345 kWh × €0.59". A fee per session shows only its name. If the line costs less than quantity
 * times price, the text also says why.
 */
export function LineText({ line, currency, place, period, decimals = 3 }: LineTextProps) {
  const { t } = useTranslation();
  const format = useFormat(place);
  const own = period ?? t(NAMES[lineName(line)]);
  const name = isCutOff(line, currency) ? `${own} (${t('receipt.line.highest')})` : own;
  const quantity = quantityOf(line, { format, t, decimals });
  if (quantity === null) return name;
  return (
    <>
      {name}, <Num>{quantity}</Num> <Num>× {format.unitPrice(line.unitPriceMicro, currency)}</Num>
    </>
  );
}

interface LineTextProps extends Pick<BillLinesProps, 'currency' | 'place'> {
  line: BillLine;
  /** The period in which the price of this line applied, as text. It replaces the name of the line. */
  period?: string | undefined;
  decimals?: 2 | 3;
}

interface Wording {
  decimals: 2 | 3;
  format: ReturnType<typeof useFormat>;
  t: ReturnType<typeof useTranslation>['t'];
}

function quantityOf({ kind, quantity }: BillLine, { format, t, decimals }: Wording): string | null {
  if (kind === 'energy') return format.energy(quantity, decimals);
  if (kind === 'start' || kind === 'other') return null;
  return t('unit.minutes', { minutes: format.number(quantity / 60, quantity % 60 === 0 ? 0 : 2) });
}
