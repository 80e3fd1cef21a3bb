import type { ChargingPoint, Client, Plug, StartRequest } from '../../../../shared/charging/charging.ts';
import { consentErrors, contactErrors, contactRules, isConsent, present } from '../../../../shared/forms/contact.ts';
import { type Locale, nameOrder } from '../../../../shared/model/locales.ts';
import type { FieldErrors } from '../../../../shared/model/problem.ts';

export type OrderValues = Readonly<Record<string, string>>;

export function readValues(form: HTMLFormElement): OrderValues {
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(entries);
}

const contactOf = ({ firstName = '', lastName = '', email = '', emailConfirmation = '' }: OrderValues) => ({
  firstName,
  lastName,
  email,
  emailConfirmation,
});
const consentsOf = (values: OrderValues) => ({
  acceptTerms: isConsent(values.acceptTerms),
  acceptPrivacy: isConsent(values.acceptPrivacy),
});

/** Brand and plug, on which the required fields depend. */
export interface OrderRules {
  client: Client;
  plug: Pick<Plug, 'isFree'>;
}

export function orderErrors(values: OrderValues, { client, plug }: OrderRules): FieldErrors {
  const rules = contactRules(client, plug);
  return { ...contactErrors(contactOf(values), rules), ...consentErrors(consentsOf(values), rules) };
}

/** Sorts errors in the order of the fields. The order of first and family name depends on the language. */
export function inFormOrder(errors: FieldErrors, locale: Locale): FieldErrors {
  const names = nameOrder(locale).map(name => [name, errors[name] ?? null] as const);
  return present({ ...Object.fromEntries(names), ...errors });
}

type OrderContext = Pick<StartRequest, 'formToken' | 'locale'> & { point: ChargingPoint; plug: Plug };

export function toStartRequest(values: OrderValues, { point, plug, formToken, locale }: OrderContext): StartRequest {
  const { clientId, evseId } = point;
  const limitMinor = values.limit ? Number(values.limit) : null;
  const { id: connector, tariffVersion } = plug;
  return {
    clientId,
    evseId,
    connector,
    limitMinor,
    contact: contactOf(values),
    consents: consentsOf(values),
    tariffVersion,
    formToken,
    locale,
    ...(values.codeProof ? { codeProof: values.codeProof } : {}),
  };
}

/**
 * Returns the errors after a field has lost the focus. The e-mail address and its confirmation are validated together. An empty
 * field gets no error before the form is submitted.
 */
export function errorsAfterBlur(
  known: FieldErrors,
  { name, values, ...rules }: OrderRules & { name: string; values: OrderValues },
): FieldErrors {
  const found = orderErrors(values, rules);
  const checkedFields = name === 'email' ? ['email', 'emailConfirmation'] : [name];
  const next = new Map(Object.entries(known));
  for (const field of checkedFields) {
    const error = found[field];
    if (!error) next.delete(field);
    else if (known[field] || (values[field] ?? '').trim() !== '') next.set(field, error);
  }
  return Object.fromEntries(next);
}
