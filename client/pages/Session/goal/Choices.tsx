import { useTranslation } from 'react-i18next';
import type { FieldErrors } from '../../../../shared/model/problem.ts';
import { GOAL_KINDS, type Goal, type GoalKind } from '../../../../shared/price/progress.ts';
import { Chip, Chips } from '../../../components/control/Chips.ts';
import { Field } from '../../../components/form/Field.tsx';
import { Icon, type IconName } from '../../../components/text/Icon.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import type { ViewProps } from '../live/viewProps.ts';
import * as S from './Goal.styles.ts';
import type { OfferedGoals } from './useChoices.ts';
import { useGoalWords } from './useGoalTexts.ts';

interface ChoicesProps {
  session: ViewProps<'running' | 'paused'>['session'];
  offered: OfferedGoals;
  errors: FieldErrors;
}

const ICONS: Readonly<Record<GoalKind, IconName>> = { energy: 'zap', amount: 'credit-card', time: 'clock' };

/** A group of chips for each kind of goal. The last chip of a group shows a field for the driver's own value. */
export function Choices({ session, offered: { choices, chosen, typed }, errors }: ChoicesProps) {
  const { t } = useTranslation();
  const { place, values } = session;
  const { currency } = values.cost;
  const format = useFormat(place);
  const words = useGoalWords(place, currency);
  const nameOf = (goal: Goal): string =>
    goal.kind === 'energy' ? `+${format.energyNumber(roundedWh(goal.energyWh - values.energyWh))}` : words.figure(goal);
  const fields = {
    energy: { defaultValue: typed.energy, inputMode: 'decimal', unit: 'kWh' },
    amount: { defaultValue: typed.amount, inputMode: 'decimal', unit: currency },
    time: { defaultValue: typed.time, type: 'time' },
  } as const;
  return GOAL_KINDS.map(kind => (
    <S.Group key={kind}>
      <legend>
        <Icon name={ICONS[kind]} />
        {t(`goal.${kind}`)}
        {kind === 'energy' && ', kWh'}
      </legend>
      <Chips>
        {choices.map(
          ({ goal, value }, index) =>
            goal.kind === kind && (
              <Chip key={value}>
                <input type="radio" name="kind" value={value} defaultChecked={value === chosen} data-choice={index} />
                {nameOf(goal)}
              </Chip>
            ),
        )}
        <Chip>
          <input type="radio" name="kind" value={kind} defaultChecked={kind === chosen} data-own="" />
          {t('goal.own')}
        </Chip>
      </Chips>
      <div>
        <Field
          name={kind}
          label={t(`goal.${kind}.label`)}
          width="short"
          autoComplete="off"
          error={errors[kind]}
          {...fields[kind]}
        />
      </div>
    </S.Group>
  ));
}

/** The offered energy is a round distance from the energy at the time of the data, apart from the rounding of the goal. */
const roundedWh = (energyWh: number): number => Math.round(energyWh / 1000) * 1000;
