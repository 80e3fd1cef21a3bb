import type { FormState } from '../../../client/app/App.tsx';
import { meantAddress } from '../../../shared/forms/mailDomain.ts';

type Values = FormState['values'];

/**
 * Asks the driver to confirm an e-mail address that looks mistyped, before an order is created. Used only for forms that were
 * sent without JavaScript.
 * @returns the values with which to show the form again; null if the address looks right or was already questioned
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
