import type { FieldError, FieldErrors } from '../model/problem.ts';

/** What the driver types on the payment page, as a browser sends it. */
export interface ContactForm {
  firstName: string;
  lastName: string;
  email: string;
  emailConfirmation: string;
}

export const NAME_MAX = 50;
const EMAIL_MAX = 254;
/** One mailbox and nothing around it: what stands for lists, names and comments (RFC 5322) would reach others, or nobody. */
const EMAIL = /^[^\s\p{Cc}@,;:<>()[\]"\\]+@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u;
const NAME = /^[\p{L}\p{M} '’-]+$/u;

export interface ContactRules {
  namesRequired: boolean;
  emailRequired: boolean;
  /** Where nothing is entered that would have to be protected, the policy is a notice and no consent. */
  privacyRequired: boolean;
}

/** A client's switches. */
interface ContactSwitches {
  namesRequired: boolean;
  emailRequired: boolean;
  contactAtPayment: boolean;
}

/** Whether an order is one tick: who pays enters the address on the payment page. Where charging is free there is none. */
export const isLeftToPayment = (client: Pick<ContactSwitches, 'contactAtPayment'>, { isFree }: { isFree: boolean }): boolean =>
  client.contactAtPayment && !isFree;

/** What has to be given before an order. */
export function contactRules(client: ContactSwitches, plug: { isFree: boolean }): ContactRules {
  if (isLeftToPayment(client, plug)) return { namesRequired: false, emailRequired: false, privacyRequired: false };
  return { namesRequired: client.namesRequired, emailRequired: client.emailRequired, privacyRequired: true };
}

/** Field name to message; empty when the contact is fine. The browser and the server ask the same function. */
export function contactErrors(
  form: ContactForm,
  { namesRequired, emailRequired }: Pick<ContactRules, 'namesRequired' | 'emailRequired'>,
): FieldErrors {
  return present({
    firstName: nameError(form.firstName, { required: namesRequired ? 'validation.firstName.required' : null }),
    lastName: nameError(form.lastName, { required: namesRequired ? 'validation.lastName.required' : null }),
    email: emailError(form.email, { isRequired: emailRequired }),
    emailConfirmation: sameAddress(form.email, form.emailConfirmation) ? null : { key: 'validation.email.mismatch' },
  });
}

/** What a ticked box of a consent sends. */
export const CONSENT_VALUE = 'yes';

/** Whether a form carries a consent: an empty or any other value of its field, such as `0` or `off`, is none. */
export const isConsent = (value: string | undefined): boolean => value === CONSENT_VALUE;

export function consentErrors(
  consents: { acceptTerms: boolean; acceptPrivacy: boolean },
  { privacyRequired }: Pick<ContactRules, 'privacyRequired'>,
): FieldErrors {
  return present({
    acceptTerms: consents.acceptTerms ? null : { key: 'validation.terms' },
    acceptPrivacy: consents.acceptPrivacy || !privacyRequired ? null : { key: 'validation.privacy' },
  });
}

/** Drops the fields without an error, keeping the order of the form. */
export function present(errors: Readonly<Record<string, FieldError | null>>): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, FieldError] => entry[1] !== null));
}

function nameError(text: string, { required }: { required: string | null }): FieldError | null {
  const name = text.trim();
  if (name === '') return required ? { key: required } : null;
  if (name.length > NAME_MAX) return { key: 'validation.name.max', values: { amount: NAME_MAX } };
  if (/\p{N}/u.test(name)) return { key: 'validation.name.digits' };
  if (!NAME.test(name)) return { key: 'validation.name.characters' };
  return null;
}

export function emailError(text: string, { isRequired }: { isRequired: boolean }): FieldError | null {
  const email = text.trim();
  if (email === '') return isRequired ? { key: 'validation.email.required' } : null;
  if (email.length > EMAIL_MAX || !EMAIL.test(email)) return { key: 'validation.email.invalid' };
  return null;
}

/** Addresses are compared as typed but for surrounding blanks and the case of letters. */
const sameAddress = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
