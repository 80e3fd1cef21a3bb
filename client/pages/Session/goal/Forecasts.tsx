import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../hooks/useFormat.ts';
import type { ViewProps } from '../live/viewProps.ts';
import * as S from './Goal.styles.ts';
import type { OfferedGoals } from './useChoices.ts';

interface ForecastsProps extends Pick<OfferedGoals, 'choices'> {
  session: ViewProps<'running' | 'paused'>['session'];
}

/** When charging ends with each offered goal, at what cost and energy. The style sheet shows the one of the chosen goal. */
export function Forecasts({ session: { place }, choices }: ForecastsProps) {
  const { t } = useTranslation();
  const format = useFormat(place);
  if (choices.every(({ expected }) => expected === null)) return null;
  return (
    <S.Forecast>
      {choices.map(
        ({ expected, value }, index) =>
          expected && (
            <dl key={value} data-choice={index}>
              <div>
                <dt>{t('goal.endsAbout')}</dt>
                <dd>{format.time(expected.at)}</dd>
              </div>
              <div>
                <dt>{t('goal.cost')}</dt>
                <dd>{`≈\u00a0${format.money(expected.cost.amountMinor, expected.cost.currency)}`}</dd>
              </div>
              <div>
                <dt>{t('goal.energy')}</dt>
                <dd>{t('unit.kwh', { value: format.number(expected.energyWh / 1000, 1) })}</dd>
              </div>
            </dl>
          ),
      )}
    </S.Forecast>
  );
}
