import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { formatTime } from '../../../../shared/figures/format.ts';
import type { GoalForm as Typed } from '../../../../shared/forms/goal.ts';
import { GOAL_KINDS, type Goal, isGoalKind } from '../../../../shared/price/progress.ts';
import { Button, Buttons } from '../../../components/control/Button.tsx';
import { ErrorSummary } from '../../../components/form/ErrorSummary.tsx';
import { Field } from '../../../components/form/Field.tsx';
import { Hidden } from '../../../components/text/Text.tsx';
import { usePage, useVisit } from '../../../core/pageData.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import type { GoalFormProps } from '../live/viewProps.ts';
import * as S from './GoalForm.styles.ts';

/**
 * The form for a goal: energy, amount, or time of day. Only the field of the selected kind counts. It is a plain form, so that
 * it works without JavaScript.
 */
export function GoalForm({ session, sessionId, typed, errors, onSend, children }: GoalFormProps) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { clientId = '' } = usePage().params;
  const goal = session.progress?.goal?.goal ?? null;
  const values = useGoalValues(session, goal);
  const { kind = values.kind, energy = values.energy, amount = values.amount, time = values.time } = typed ?? {};
  const chosen = isGoalKind(kind) ? kind : 'energy';
  const { currency } = session.values.cost;
  const fields = {
    energy: { defaultValue: energy, inputMode: 'decimal', unit: 'kWh' },
    amount: { defaultValue: amount, inputMode: 'decimal', unit: currency },
    time: { defaultValue: time, type: 'time' },
  } as const;
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (!onSend) return;
    event.preventDefault();
    onSend(goalSent(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter));
  };
  return (
    <S.Form method="post" action={pathTo('goal', { locale, clientId, sessionId })} onSubmit={handleSubmit} noValidate>
      {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} />}
      <S.Kinds>
        <Hidden as="legend">{t('goal.kind')}</Hidden>
        {GOAL_KINDS.map(each => (
          <S.Kind key={each}>
            <input type="radio" name="kind" value={each} defaultChecked={each === chosen} />
            <span>{t(`goal.${each}`)}</span>
          </S.Kind>
        ))}
      </S.Kinds>
      <S.Choices>
        {GOAL_KINDS.map(each => (
          <div key={each} data-kind={each}>
            <Field
              name={each}
              label={t(`goal.${each}.label`)}
              width="short"
              autoComplete="off"
              error={errors[each]}
              {...fields[each]}
            />
          </div>
        ))}
      </S.Choices>
      <Buttons>
        <Button $variant="primary" type="submit">
          {t(goal ? 'goal.change' : 'goal.set')}
        </Button>
        {goal && (
          <Button type="submit" name="remove" value="yes">
            {t('goal.remove')}
          </Button>
        )}
        {children}
      </Buttons>
    </S.Form>
  );
}

/** Returns the current goal as field values. */
function useGoalValues({ place, values }: GoalFormProps['session'], goal: Goal | null): Typed {
  const format = useFormat(place);
  const decimals = values.cost.currency === 'HUF' ? 0 : 2;
  return {
    kind: goal?.kind ?? 'energy',
    energy: goal?.kind === 'energy' ? format.energyNumber(goal.energyWh) : '',
    amount: goal?.kind === 'amount' ? format.number(goal.amountMinor / 100, decimals) : '',
    // An input of type time needs the format HH:MM in every language.
    time: goal?.kind === 'time' ? formatTime(goal.at, { locale: 'en', country: 'gb', timeZone: place.timeZone }) : '',
  };
}

function goalSent(form: HTMLFormElement, submitter: HTMLElement | null): Typed | null {
  if (submitter?.getAttribute('name') === 'remove') return null;
  const sent = new FormData(form);
  const textOf = (name: string) => String(sent.get(name) ?? '');
  return { kind: textOf('kind'), energy: textOf('energy'), amount: textOf('amount'), time: textOf('time') };
}
