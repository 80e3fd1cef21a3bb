import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ChargingPoint, Estimate, Plug } from '../../../../shared/charging.ts';
import { lineName } from '../../../../shared/price/lineArithmetic.ts';
import type { BillLine } from '../../../../shared/tariff.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { Icon } from '../../../components/text/Icon.tsx';
import { Rows } from '../../../components/text/Rows.tsx';
import { Num, Small } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { ChosenLimit } from '../order/LimitPicker.tsx';
import type { Cost } from './costs.ts';

interface CostResultProps {
  cost: Cost;
  point: ChargingPoint;
  plug: Plug;
  limit: number | null;
}

/** An estimate line by line, what else is good to know about it, and whether the chosen hold is enough. */
export function CostResult({ cost, point, plug, limit }: CostResultProps) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const words = useLineWords(point);
  const { bill } = cost.estimate;
  const amount = format.money(bill.totalMinor, bill.currency);
  const lines = bill.lines.map(line => {
    const value = format.money(line.amountMinor, bill.currency);
    // A fee that has reached its cap is less than the product beside it.
    return { label: words(line), value, note: isCapped(line, plug) && t('tariff.cap', { amount: value }) };
  });
  return (
    <Result>
      <Rows rows={lines} />
      <Total>
        <span>
          <TotalWords cost={cost} point={point} />
        </span>
        <Num as="b">{t('estimate.about', { amount })}</Num>
      </Total>
      <Remarks cost={cost} point={point} />
      <ChosenLimit plug={plug} chosen={limit}>
        {amountMinor =>
          bill.totalMinor > amountMinor && (
            <Beyond>
              <Icon name="triangle-alert" />
              <span>{t('estimate.overHold', { amount: format.money(amountMinor, point.currency) })}</span>
            </Beyond>
          )
        }
      </ChosenLimit>
    </Result>
  );
}

function isCapped({ kind, amountMinor }: BillLine, { prices }: Plug): boolean {
  if (kind !== 'blocking' && kind !== 'occupancy') return false;
  return prices.days.some(({ periods }) => periods.some(period => period[kind]?.maxMinor === amountMinor));
}

function TotalWords({ cost: { asked, estimate }, point }: Pick<CostResultProps, 'cost' | 'point'>) {
  const { t } = useTranslation();
  const format = useFormat(point);
  if (asked.energyWh === undefined || asked.minutes !== undefined) return t('estimate.total');
  return t('estimate.choice', {
    kwh: format.energyNumber(asked.energyWh),
    duration: format.duration(estimate.minutes * MINUTE_MS),
  });
}

function Remarks({ cost: { asked, estimate }, point }: Pick<CostResultProps, 'cost' | 'point'>) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const { blockingFrom } = estimate;
  const fewerWh = energyOf(estimate);
  const isCut = asked.minutes !== undefined && asked.energyWh !== undefined && fewerWh > 0 && fewerWh < asked.energyWh;
  return (
    <>
      {isCut && <Small>{t('estimate.tooMuch', { kwh: format.energyNumber(fewerWh) })}</Small>}
      {blockingFrom && (
        <Small>
          {t(`estimate.${blockingFrom.kind}From`, { minutes: blockingFrom.minutes, time: format.time(blockingFrom.at) })}{' '}
          {asked.minutes !== undefined && asked.minutes <= blockingFrom.minutes && t(`estimate.${blockingFrom.kind}Avoided`)}
        </Small>
      )}
    </>
  );
}

const energyOf = ({ bill }: Estimate): number =>
  bill.lines.filter(({ kind }) => kind === 'energy').reduce((sum, { quantity }) => sum + quantity, 0);

/** "Energy: 20 kWh × €0.59". */
function useLineWords(point: ChargingPoint) {
  const { t } = useTranslation();
  const format = useFormat(point);
  return (line: BillLine) => {
    const { quantity, unitPriceMicro } = line;
    const words = t(`estimate.line.${lineName(line)}`, {
      kwh: format.energyNumber(quantity),
      minutes: format.number(quantity / 60, quantity % 60 === 0 ? 0 : 2),
      price: format.unitPrice(unitPriceMicro, point.currency),
    });
    // Where a line is too long it is broken before the factor, not inside of it.
    const [amount = '', factor] = words.split(' × ');
    return (
      <>
        {amount} {factor && <Num>× {factor}</Num>}
      </>
    );
  };
}

const Result = styled.div`
  > p + * {
    margin-top: var(--s2);
  }
`;

const Total = styled.p`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: baseline;
  gap: 0 var(--s4);
  padding-top: var(--s2);
  border-top: 2px solid var(--ink);
  > span {
    flex: 1 1 min(8rem, 100%);
    font-size: var(--t-sm);
    color: var(--ink-2);
  }
  > b {
    margin-left: auto;
    font-size: var(--t-lg);
  }
`;

const Beyond = styled.span`
  display: flex;
  gap: var(--s2);
  padding-top: var(--s3);
  font-weight: 600;
  svg {
    color: var(--warning);
  }
`;
