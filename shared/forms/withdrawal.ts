import type { FieldError, FieldErrors } from '../model/problem.ts';
import { emailError, NAME_MAX, present } from './contact.ts';

/** A declaration of withdrawal as it is typed; the contract is the session's. */
export interface WithdrawalForm {
  name: string;
  email: string;
}

/** First and last name of an order together, and the blank between them. */
const MAX_NAME_LENGTH = 2 * NAME_MAX + 1;

/** A declaration must not fail over its form: any name will do, and an address that can be one. */
export function withdrawalErrors({ name, email }: WithdrawalForm): FieldErrors {
  return present({ name: nameError(name.trim()), email: emailError(email, { isRequired: true }) });
}

function nameError(name: string): FieldError | null {
  if (name === '') return { key: 'withdrawal.error.name' };
  return name.length > MAX_NAME_LENGTH ? { key: 'withdrawal.error.nameTooLong', values: { amount: MAX_NAME_LENGTH } } : null;
}
