import { Refusal } from './refusal.ts';

/** Maximum lengths in characters from Stripe's documentation, because the SDK does not contain them. */
const MAX_LENGTH: Readonly<Record<string, number>> = {
  client_reference_id: 200,
  '/metadata/*': 500,
  '/payment_intent_data/metadata/*': 500,
  '/custom_text/submit/message': 1200,
};
const EMAIL = /^[^\s@]+@[^\s@]+$/;

type Form = Readonly<Record<string, unknown>>;

/** Checks the limits of a checkout session that Stripe enforces beyond parameter names and types. @throws Refusal */
export function refuseUnusable(form: Form): void {
  const { customer_email: email, success_url: success, cancel_url: cancel } = form;
  if (typeof email === 'string' && !EMAIL.test(email)) throw new Refusal(400, 'email_invalid', { param: 'customer_email' });
  for (const url of [success, cancel])
    if (typeof url === 'string' && !/^https?:\/\/./.test(url)) throw new Refusal(400, 'url_invalid', { param: url });
  for (const [path, max] of Object.entries(MAX_LENGTH))
    for (const text of textsAt(form, path.split('/').filter(Boolean)))
      if (text.length > max) throw new Refusal(400, 'parameter_invalid', { param: path });
}

function textsAt(value: unknown, path: readonly string[]): readonly string[] {
  const [name, ...rest] = path;
  if (name === undefined) return typeof value === 'string' ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  const parts = name === '*' ? Object.values(value) : [(value as Form)[name]];
  return parts.flatMap(part => textsAt(part, rest));
}
