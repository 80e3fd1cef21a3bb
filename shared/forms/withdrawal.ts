import type { FieldError, FieldErrors } from '../model/problem.ts';
import { emailError, NAME_MAX, present } from './contact.ts';

/**
 * A declaration of withdrawal as the driver typed it. The form is on the page of the session, so it need not name the contract.
 */
export interface WithdrawalForm {
  name: string;
  email: string;
}

/** Maximum length of first name, space and last name. */
const MAX_NAME_LENGTH = 2 * NAME_MAX + 1;

/**
 * Validates a declaration of withdrawal. The form must not obstruct a withdrawal, so any name and any plausible e-mail address
 * is accepted.
 */
export function withdrawalErrors({ name, email }: WithdrawalForm): FieldErrors {
  return present({ name: nameError(name.trim()), email: emailError(email, { isRequired: true }) });
}

function nameError(name: string): FieldError | null {
  if (name === '') return { key: 'withdrawal.error.name' };
  return name.length > MAX_NAME_LENGTH ? { key: 'withdrawal.error.nameTooLong', values: { amount: MAX_NAME_LENGTH } } : null;
}
