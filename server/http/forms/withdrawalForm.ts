import { pathTo } from '../../../shared/charging/paths.ts';
import { withdrawalErrors } from '../../../shared/forms/withdrawal.ts';
import { STATUS } from '../request/problems.ts';
import type { Outcome, Submission } from './submission.ts';

/** Handles the three steps of the withdrawal form: details, review, and declaration. `step` names the pressed button. */
export async function submitWithdrawal({ dependencies, visitor, params, values }: Submission): Promise<Outcome> {
  const { locale, path: again } = visitor;
  const { clientId = '', sessionId = '' } = params;
  const { name = '', email = '', step } = values;
  const errors = step === 'change' ? {} : withdrawalErrors({ name, email });
  const page = (status: number, more = {}): Outcome => ({
    again,
    form: { values: { name, email, ...more }, errors, problem: null },
    status,
  });
  if (Object.keys(errors).length > 0) return page(STATUS['invalid-input']);
  if (step === 'change') return page(200);
  if (step !== 'confirm') return page(200, { step: 'review' });
  await dependencies.backend.withdraw({ sessionId, name, email });
  return { redirect: pathTo('withdrawal', { locale, clientId, sessionId }) };
}
