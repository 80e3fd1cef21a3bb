import type { FormState } from '../../../client/app/App.tsx';
import { meantAddress } from '../../../shared/forms/mailDomain.ts';

type Values = FormState['values'];

/**
 * What a form sent without JavaScript is shown again with before an order is made of it: with a question about an address
 * that looks mistyped, or with the answer to it. Null: there is nothing to ask, or it was asked before.
 */
export function confirmAddress({ emailAnswer, ...values }: Values): Values | null {
  const { email = '', emailConfirmation = '' } = values;
  const meant = meantAddress(email);
  if (meant === null) return null;
  if (emailAnswer === 'meant')
    return { ...values, email: meant, emailConfirmation: emailConfirmation === email ? meant : emailConfirmation };
  if (emailAnswer === 'typed') return { ...values, emailRequested: email };
  const { emailAsked: emailRequested, ...unasked } = values;
  return emailRequested === email ? null : unasked;
}
