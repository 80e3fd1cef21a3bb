import { useTranslation } from 'react-i18next';
import type { SessionLocation } from '../../../../shared/charging/session.ts';
import type { Currency } from '../../../../shared/model/money.ts';
import type { CostPart } from '../../../../shared/price/progress.ts';
import { LineText } from '../../../components/receipt/BillLines.tsx';
import { Rows } from '../../../components/text/Rows.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';

interface CostPartsProps {
  parts: readonly CostPart[];
  currency: Currency;
  place: SessionLocation;
}

/** The lines of the cost so far. Their sum is the cost at the top of the page. */
export function CostParts({ parts, currency, place }: CostPartsProps) {
  const { t } = useTranslation();
  const format = useFormat(place);
  const rows = parts.map(part => ({
    label: <LineText line={part} currency={currency} place={place} period={periodOf(part, { t, format })} decimals={2} />,
    value: format.money(part.amountMinor, currency),
  }));
  return <Rows rows={rows} />;
}

/**
 * Returns the period in which the price of the line applied: "Until 22:00". Undefined: the period is the whole session, or
 * unknown.
 */
function periodOf({ from, to }: CostPart, { t, format }: Wording): string | undefined {
  if (from && to) return t('progress.part.between', { from: format.time(from), to: format.time(to) });
  if (from) return t('progress.part.since', { time: format.time(from) });
  return to ? t('progress.part.until', { time: format.time(to) }) : undefined;
}

interface Wording {
  t: ReturnType<typeof useTranslation>['t'];
  format: ReturnType<typeof useFormat>;
}
