import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ChargingPoint } from '../../../../shared/charging/charging.ts';
import type { PricePeriod, PriceTable } from '../../../../shared/model/tariff.ts';
import { MINUTE_MS } from '../../../../shared/model/time.ts';
import { daySteps } from '../../../components/figure/dayScale.ts';
import { FeeRamp, minutesToMaximum } from '../../../components/figure/FeeRamp.tsx';
import { Hatches } from '../../../components/figure/Hatches.tsx';
import { PriceDay } from '../../../components/figure/PriceDay.tsx';
import { HeadLine } from '../../../components/layout/HeadLine.ts';
import { useFormat } from '../../../hooks/useFormat.ts';
import { usePrices } from './usePrices.ts';

type FeeKind = 'blocking' | 'occupancy';

interface FeePicturesProps {
  point: ChargingPoint;
  table: PriceTable;
}

/** The fees for a vehicle that stays connected: a line that rises to the maximum, and the hours without a fee. */
export function FeePictures({ point, table }: FeePicturesProps) {
  const kinds = (['blocking', 'occupancy'] as const).filter(kind => feeOf(table, kind) !== null);
  if (kinds.length === 0) return null;
  return (
    <>
      <Hatches />
      {kinds.map(kind => (
        <FeePicture key={kind} kind={kind} point={point} table={table} />
      ))}
    </>
  );
}

/** The period with the fee: the current one, or if the fee begins later today, the first one. */
function feeOf({ now, today, days }: PriceTable, kind: FeeKind): PricePeriod | null {
  const periods = days.find(({ day }) => day === today)?.periods ?? [];
  return [now, ...periods].find(period => period[kind] !== null) ?? null;
}

function FeePicture({ kind, point, table }: FeePicturesProps & { kind: FeeKind }) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const prices = usePrices(point);
  const period = feeOf(table, kind);
  const fee = period?.[kind];
  const words = period && prices(period).find(price => price.kind === kind);
  if (!fee || !words?.figure) return null;
  const { afterMinutes, amountMicro, maxMinor } = fee;
  const minutes = (count: number) => format.duration(count * MINUTE_MS);
  const toMaximum = minutesToMaximum(amountMicro, maxMinor);
  const maximum = toMaximum === null ? null : afterMinutes + toMaximum;
  return (
    <>
      <Heading>
        <h3>{words.label}</h3>
        <small>{words.figure}</small>
      </Heading>
      <FeeRamp
        label={`${words.label} ${words.figure}, ${words.condition}.`}
        charging={kind === 'occupancy' ? t('tariff.charging') : null}
        free={afterMinutes > 0 ? t('tariff.freeTime', { duration: minutes(afterMinutes) }) : null}
        from={t(kind === 'occupancy' ? 'tariff.chargingEnd' : 'tariff.sessionStart')}
        after={afterMinutes > 0 ? `+${minutes(afterMinutes)}` : null}
        price={words.figure}
        freeMinutes={afterMinutes}
        maximumMinutes={toMaximum}
        maximum={
          maximum === null || maxMinor === null
            ? null
            : {
                amount: t('tariff.capShort', { amount: format.shortMoney(maxMinor, point.currency) }),
                after: `+${minutes(maximum)}`,
              }
        }
      />
      <FeeHours kind={kind} point={point} table={table} />
    </>
  );
}

/** The hours of today with and without the fee. Nothing if the fee applies all day. */
function FeeHours({ kind, point, table }: FeePicturesProps & { kind: FeeKind }) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const periods = table.days.find(({ day }) => day === table.today)?.periods ?? [];
  const steps = daySteps(periods, period => period[kind]?.amountMicro ?? 0);
  if (steps.length < 2) return null;
  const write = (micro: number) =>
    micro === 0 ? t('tariff.noFee') : t('tariff.figurePerMinute', { price: format.unitPrice(micro, point.currency) });
  const sentence = periods.map(period => {
    const { from, to } = period;
    return `${t('tariff.period', { from: format.clock(from), to: format.clock(to) })} ${write(period[kind]?.amountMicro ?? 0)}`;
  });
  return (
    <PriceDay
      size="strip"
      steps={steps}
      highestMicro={Math.max(...steps.map(({ micro }) => micro))}
      write={write}
      label={`${t(`tariff.${kind}Fee`)}: ${sentence.join(', ')}.`}
    />
  );
}

const Heading = styled(HeadLine)`
  margin-block: var(--s4) var(--s2);
`;
