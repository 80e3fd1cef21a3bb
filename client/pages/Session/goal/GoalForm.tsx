import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../../shared/charging/paths.ts';
import type { GoalForm as Typed } from '../../../../shared/forms/goal.ts';
import type { FieldErrors } from '../../../../shared/model/problem.ts';
import { Button, Buttons } from '../../../components/control/Button.tsx';
import { ErrorSummary } from '../../../components/form/ErrorSummary.tsx';
import { Small } from '../../../components/text/Text.tsx';
import { usePage, useVisit } from '../../../core/pageData.tsx';
import type { ViewProps } from '../live/viewProps.ts';
import { Choices } from './Choices.tsx';
import { Forecasts } from './Forecasts.tsx';
import * as S from './Goal.styles.ts';
import { type OfferedGoals, useChoices } from './useChoices.ts';

interface GoalFormProps extends Pick<ViewProps<'running' | 'paused'>, 'session'> {
  sessionId: string;
  /** The submitted values, if they were invalid. Undefined: the form shows the current goal. */
  typed?: Readonly<Record<string, string>> | undefined;
  errors: FieldErrors;
  onSend?(goal: Typed | null): void;
  children: ReactNode;
}

/**
 * The form for the goal: three offered goals of each kind with what to expect, or a typed value. A plain form, so that the form
 * works without JavaScript.
 */
export function GoalForm({ session, sessionId, typed, errors, onSend, children }: GoalFormProps) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { clientId = '' } = usePage().params;
  const offered = useChoices(session, typed);
  // The dialog loads its chips after the form is shown. A chip that appears after the driver's first click or input must not replace
  // what the driver has chosen or typed. A click on the chosen chip is no change, so the form listens to clicks as well.
  const [touched, setTouched] = useState<OfferedGoals | null>(null);
  const rememberChoice = () => setTouched(before => before ?? offered);
  const hasGoal = Boolean(session.progress?.goal);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (!onSend) return;
    event.preventDefault();
    onSend(goalSent(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter));
  };
  return (
    <S.Form
      method="post"
      action={pathTo('goal', { locale, clientId, sessionId })}
      onClick={rememberChoice}
      onChange={rememberChoice}
      onSubmit={handleSubmit}
      noValidate
    >
      {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} />}
      <Choices session={session} offered={{ ...(touched ?? offered), choices: offered.choices }} errors={errors} />
      <Forecasts session={session} choices={offered.choices} />
      <Small>{t('goal.text')}</Small>
      <Buttons>
        <Button $variant="primary" type="submit">
          {t(hasGoal ? 'goal.change' : 'goal.set')}
        </Button>
        {hasGoal && (
          <Button type="submit" name="remove" value="yes">
            {t('goal.remove')}
          </Button>
        )}
        {children}
      </Buttons>
    </S.Form>
  );
}

function goalSent(form: HTMLFormElement, submitter: HTMLElement | null): Typed | null {
  if (submitter?.getAttribute('name') === 'remove') return null;
  const sent = new FormData(form);
  const textOf = (name: string) => String(sent.get(name) ?? '');
  return { kind: textOf('kind'), energy: textOf('energy'), amount: textOf('amount'), time: textOf('time') };
}
