import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldErrors } from '../../../../shared/model/problem.ts';
import { GOAL_KINDS, type Goal, type GoalKind } from '../../../../shared/price/progress.ts';
import { Chip, Chips } from '../../../components/control/Chips.ts';
import { Field, FieldErrorLine } from '../../../components/form/Field.tsx';
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

const ICONS: Readonly<Record<GoalKind, IconName>> = { battery: 'car', energy: 'zap', amount: 'credit-card', time: 'clock' };

/** A group of chips for each kind of goal. The last chip of a group shows a field for the driver's own value. */
export function Choices(props: ChoicesProps) {
  const { t } = useTranslation();
  const { session, offered, errors } = props;
  const { chosen, typed } = offered;
  const { currency } = session.values.cost;
  const fields = {
    energy: { defaultValue: typed.energy, inputMode: 'decimal', unit: 'kWh' },
    amount: { defaultValue: typed.amount, inputMode: 'decimal', unit: currency },
    time: { defaultValue: typed.time, type: 'time' },
  } as const;
  return GOAL_KINDS.map(kind =>
    kind === 'battery' ? (
      <Levels key={kind} {...props} />
    ) : (
      <S.Group key={kind}>
        <legend>
          <Icon name={ICONS[kind]} />
          {t(`goal.${kind}`)}
          {kind === 'energy' && ', kWh'}
        </legend>
        <Chips>
          <Offered key={offered.choices.length} kind={kind} session={session} offered={offered} />
          <Chip>
            <input type="radio" name="kind" value={kind} defaultChecked={kind === chosen} data-own="" />
            {t('goal.own')}
          </Chip>
        </Chips>
        <div data-part="own">
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
    ),
  );
}

/** States of charge, if the vehicle reports its own. A driver cannot type another. */
function Levels({ session, offered, errors }: ChoicesProps) {
  const { t } = useTranslation();
  const kind = 'battery';
  if (!errors[kind] && offered.choices.every(({ goal }) => goal.kind !== kind)) return null;
  return (
    <S.Group id={kind} tabIndex={-1}>
      <legend>
        <Icon name={ICONS[kind]} />
        {t('session.battery')}
      </legend>
      <FieldErrorLine name={kind} error={errors[kind]} />
      <Chips>
        <Offered kind={kind} session={session} offered={offered} />
      </Chips>
    </S.Group>
  );
}

/** The chips of the offered goals of one kind. */
function Offered({ kind, session, offered: { choices, chosen } }: Omit<ChoicesProps, 'errors'> & { kind: GoalKind }) {
  const { place, values } = session;
  const format = useFormat(place);
  const words = useGoalWords(place, values.cost.currency);
  // The energy at the time of the offer. Live values change, and the names of the chips would change with them.
  const [offeredAtWh] = useState(values.energyWh);
  const nameOf = (goal: Goal): string =>
    goal.kind === 'energy' ? `+${format.energyNumber(roundedWh(goal.energyWh - offeredAtWh))}` : words.figure(goal);
  return choices.map(
    ({ goal, value }, index) =>
      goal.kind === kind && (
        <Chip key={value}>
          <input type="radio" name="kind" value={value} defaultChecked={value === chosen} data-choice={index} />
          {nameOf(goal)}
        </Chip>
      ),
  );
}

/** The offered energy is a round distance from the energy at the time of the data, apart from the rounding of the goal. */
const roundedWh = (energyWh: number): number => Math.round(energyWh / 1000) * 1000;
