import type { FormState } from '../../../client/app/App.tsx';
import { meantAddress } from '../../../shared/forms/mailDomain.ts';

type Values = FormState['values'];

/**
 * Handles a possibly mistyped e-mail address in a form that was sent without JavaScript, before an order is created.
 * @returns the values with which the form is shown again, with a question about the address or with the driver's answer applied;
 * null if no question is needed or the driver has already seen the question
 */
export function confirmAddress({ emailAnswer, ...values }: Values): Values | null {
  const { email = '', emailConfirmation = '' } = values;
  const meant = meantAddress(email);
  if (meant === null) return null;
  if (emailAnswer === 'meant')
    return { ...values, email: meant, emailConfirmation: emailConfirmation === email ? meant : emailConfirmation };
  if (emailAnswer === 'typed') return { ...values, questionedEmail: email };
  const { questionedEmail, ...unasked } = values;
  return questionedEmail === email ? null : unasked;
}
