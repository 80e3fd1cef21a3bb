import type { FieldError, FieldErrors } from '../model/problem.ts';

/** The contact fields as the order form sends them. */
export interface ContactForm {
  firstName: string;
  lastName: string;
  email: string;
  emailConfirmation: string;
}

export const NAME_MAX = 50;
const EMAIL_MAX = 254;
/**
 * Matches exactly one mailbox. RFC 5322 also allows lists, display names and comments. They are refused, because they could
 * address other people.
 */
const EMAIL = /^[^\s\p{Cc}@,;:<>()[\]"\\]+@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u;
const NAME = /^[\p{L}\p{M} '’-]+$/u;

export interface ContactRules {
  namesRequired: boolean;
  emailRequired: boolean;
  /** False if the form collects no personal data. The privacy policy is then only information and needs no consent. */
  privacyRequired: boolean;
}

interface ContactSwitches {
  namesRequired: boolean;
  emailRequired: boolean;
  contactAtPayment: boolean;
}

/**
 * Returns true if the payment page collects the e-mail address, so that the order form has only one checkbox. If charging is
 * free, there is no payment page, so the order form collects the address.
 */
export const isLeftToPayment = (client: Pick<ContactSwitches, 'contactAtPayment'>, { isFree }: { isFree: boolean }): boolean =>
  client.contactAtPayment && !isFree;

/** Returns which fields and consents an order requires. */
export function contactRules(client: ContactSwitches, plug: { isFree: boolean }): ContactRules {
  if (isLeftToPayment(client, plug)) return { namesRequired: false, emailRequired: false, privacyRequired: false };
  return { namesRequired: client.namesRequired, emailRequired: client.emailRequired, privacyRequired: true };
}

/**
 * Validates the contact fields, in the browser and on the server.
 * @returns errors by field name; empty if the form is valid
 */
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

/** The value that a checked consent box sends. */
export const CONSENT_VALUE = 'yes';

/** Returns true only for the value of a checked box. An empty value, `0` or `off` is no consent. */
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

/** Keeps only the fields that have an error, in the order of the form. */
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

/** Returns true if two e-mail addresses differ at most in case and surrounding spaces. */
const sameAddress = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
