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
  /** True if the form has a second field for the e-mail address. */
  emailRepeated: boolean;
  /** True if the form has fields for names. */
  hasNames: boolean;
  /**
   * False if the privacy policy is only information: the form collects no personal data, or the lean form has one consent, which
   * names both texts.
   */
  privacyRequired: boolean;
}

/** Which fields the order form has. */
export type CheckoutForm = 'full' | 'lean';

interface ContactSwitches {
  namesRequired: boolean;
  emailRequired: boolean;
  contactAtPayment: boolean;
  checkoutForm: CheckoutForm;
}

/**
 * Returns true if the payment page collects the e-mail address, so that the order form has only one checkbox. If charging is
 * free, there is no payment page, so the order form collects the address.
 */
export const isLeftToPayment = (client: Pick<ContactSwitches, 'contactAtPayment'>, { isFree }: { isFree: boolean }): boolean =>
  client.contactAtPayment && !isFree;

const NO_CONTACT: ContactRules = {
  namesRequired: false,
  emailRequired: false,
  emailRepeated: false,
  hasNames: false,
  privacyRequired: false,
};

/**
 * Returns which fields and consents an order requires. A client without `checkoutForm`, stored by an earlier version, has the full
 * form.
 */
export function contactRules(client: ContactSwitches, plug: { isFree: boolean }): ContactRules {
  const { namesRequired, emailRequired } = client;
  if (isLeftToPayment(client, plug)) return { ...NO_CONTACT, emailRepeated: true };
  if (client.checkoutForm !== 'lean')
    return { namesRequired, emailRequired, emailRepeated: true, hasNames: true, privacyRequired: true };
  return plug.isFree ? NO_CONTACT : { ...NO_CONTACT, namesRequired, emailRequired, hasNames: namesRequired };
}

/**
 * Validates the contact fields, in the browser and on the server.
 * @returns errors by field name; empty if the form is valid
 */
export function contactErrors(
  form: ContactForm,
  { namesRequired, emailRequired, emailRepeated }: Pick<ContactRules, 'namesRequired' | 'emailRequired' | 'emailRepeated'>,
): FieldErrors {
  return present({
    firstName: nameError(form.firstName, { required: namesRequired ? 'validation.firstName.required' : null }),
    lastName: nameError(form.lastName, { required: namesRequired ? 'validation.lastName.required' : null }),
    email: emailError(form.email, { isRequired: emailRequired }),
    emailConfirmation:
      !emailRepeated || sameAddress(form.email, form.emailConfirmation) ? null : { key: 'validation.email.mismatch' },
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
