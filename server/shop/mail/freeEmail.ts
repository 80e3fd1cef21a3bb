import { pathToPlug } from '../../../shared/charging/paths.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Offer } from '../catalogue/offers.ts';
import { sendBrandEmail } from './brandEmail.ts';
import type { EmailText } from './emailParts.ts';

interface FreeEmail {
  to: string;
  locale: Locale;
  offer: Offer;
  key: string;
}

/** E-mails a driver that a plug is free, with a link to its payment page. The e-mail names no person. */
export async function sendFreeEmail(context: OperatorContext, { to, locale, offer, key }: FreeEmail): Promise<void> {
  const { client, point, plug } = offer;
  const translate = (name: string, values: Readonly<Record<string, string>> = {}) => context.translator(locale, name, values);
  const path = pathToPlug({ locale, clientId: client.id, evseId: point.evseId, plug: plug.id });
  const { number } = plug;
  const type = translate(`plug.type.${plug.kind}`);
  const text: EmailText = {
    subject: translate('mail.free.subject', { number }),
    lead: [translate('mail.free.lead', { number, type, place: `${point.street}, ${point.postalCode} ${point.city}` })],
    button: {
      label: translate('mail.free.button'),
      link: context.linkOrigin + path,
    },
    more: [translate('mail.free.once')],
  };
  await sendBrandEmail(context, { client, locale, to, key, greeting: null, text });
}
