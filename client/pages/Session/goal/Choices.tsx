import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldErrors } from '../../../../shared/model/problem.ts';
import { GOAL_KINDS, type Goal, type GoalChoice, type GoalKind } from '../../../../shared/price/progress.ts';
import { Chip, Chips } from '../../../components/control/Chips.ts';
import { Field, FieldErrorLine } from '../../../components/form/Field.tsx';
import { Icon, type IconName } from '../../../components/text/Icon.tsx';
import { Small } from '../../../components/text/Text.tsx';
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
        <Unreached key={`why-${offered.choices.length}`} kind={kind} session={session} offered={offered} />
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
      <Unreached kind={kind} session={session} offered={offered} />
    </S.Group>
  );
}

type OfferedProps = Omit<ChoicesProps, 'errors'> & { kind: GoalKind };

/** The chips of the offered goals of one kind. A goal that charging will not reach is dimmed. */
function Offered({ kind, session, offered: { choices, chosen } }: OfferedProps) {
  const { nameOf, reasonId } = useOffered({ kind, session });
  return choices.map(
    ({ goal, value, expected }, index) =>
      goal.kind === kind && (
        <Chip key={value} data-unreached={isUnreached(expected) || undefined}>
          <input
            type="radio"
            name="kind"
            value={value}
            defaultChecked={value === chosen}
            data-choice={index}
            aria-describedby={isUnreached(expected) ? reasonId : undefined}
          />
          {nameOf(goal)}
        </Chip>
      ),
  );
}

/** Why charging ends before the dimmed goals of a kind. */
function Unreached({ kind, session, offered: { choices } }: OfferedProps) {
  const { t } = useTranslation();
  const { nameOf, reasonId } = useOffered({ kind, session });
  const dimmed = choices.filter(({ goal, expected }) => goal.kind === kind && isUnreached(expected));
  const [first] = dimmed;
  if (!first?.expected) return null;
  return (
    <Small id={reasonId}>
      <b>{dimmed.map(({ goal }) => nameOf(goal)).join(', ')}</b>{' '}
      {t(first.expected.endsBy === 'battery' ? 'goal.full' : 'goal.beyondLimit')}
    </Small>
  );
}

const isUnreached = (expected: GoalChoice['expected']): boolean => expected !== null && expected.endsBy !== 'goal';

/** Returns the names of the chips of one kind, and the element id of the reason why some cannot be reached. */
function useOffered({ kind, session }: Pick<OfferedProps, 'kind' | 'session'>) {
  const { place, values } = session;
  const format = useFormat(place);
  const words = useGoalWords(place, values.cost.currency);
  // The energy at the time of the offer. Live values change, and the names of the chips would change with them.
  const [offeredAtWh] = useState(values.energyWh);
  const nameOf = (goal: Goal): string =>
    goal.kind === 'energy' ? `+${format.energyNumber(roundedWh(goal.energyWh - offeredAtWh))}` : words.figure(goal);
  return { nameOf, reasonId: `unreached-${kind}` };
}

/** The offered energy is a round distance from the energy at the time of the data, apart from the rounding of the goal. */
const roundedWh = (energyWh: number): number => Math.round(energyWh / 1000) * 1000;
