import { sumOf } from '../../../shared/charging/expenseExport.ts';
import { formatDate, formatMoney } from '../../../shared/figures/format.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import type { MailAttachment } from '../../core/ports/mailPort.ts';
import type { InvoiceDocument } from '../../core/records/records.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { findClient } from '../../store/shop/catalogue.ts';
import { findDocument } from '../../store/shop/documents.ts';
import type { SessionRecord } from '../../store/shop/sessions.ts';
import { findFile } from '../documents/files.ts';
import { sendBrandEmail } from './brandEmail.ts';
import type { EmailText, Row } from './emailParts.ts';

interface ForwardedEmail {
  to: string;
  locale: Locale;
  /** The first of the sessions whose documents are sent. Its brand is the sender. */
  session: SessionRecord;
  documents: readonly string[];
  key: string;
}

/**
 * E-mails documents to an address that the driver has entered. The e-mail neither names the driver nor contains a link, because
 * a link to a session would allow the recipient to stop that session.
 */
export async function sendForward(context: OperatorContext, request: ForwardedEmail): Promise<void> {
  const { to, locale, session, key } = request;
  const client = await findClient(context.store.db, session.clientId, { includesRemoved: true });
  if (!client) throw new Error('Client of the session not found');
  const translate = (name: string, values: Readonly<Record<string, string | number>> = {}) =>
    context.translator(locale, name, values);
  const { documents, attachments } = await filesOf(context, request);
  const text = textOf({ documents, locale, translate, client: client.name, attachments });
  await sendBrandEmail(context, { client, locale, to, key, greeting: null, text, attachments });
}

async function filesOf(context: OperatorContext, { documents: ids }: ForwardedEmail) {
  const documents: InvoiceDocument[] = [];
  const attachments: MailAttachment[] = [];
  for (const id of ids) {
    const row = await findDocument(context.store.db, id);
    const content = await findFile(context, id);
    if (!row || !content) throw new Error('File of the document not found');
    documents.push(row.content);
    const fileName = `${row.kind}-${row.number}.pdf`;
    attachments.push({ fileName, contentType: 'application/pdf', content });
  }
  return { documents, attachments };
}

interface ForwardTextInput {
  documents: readonly InvoiceDocument[];
  attachments: readonly MailAttachment[];
  locale: Locale;
  client: string;
  translate(key: string, values?: Readonly<Record<string, string | number>>): string;
}

function textOf({ documents, attachments, locale, client, translate }: ForwardTextInput): EmailText {
  const [first] = documents;
  const region = { locale, country: first?.place.country ?? '', timeZone: first?.timeZone ?? 'UTC' };
  const signed = documents.map(({ kind, totalMinor, currency }) => ({
    amountMinor: kind === 'credit-note' ? -totalMinor : totalMinor,
    currency,
  }));
  const sums = sumOf(signed).map(({ amountMinor, currency }) => formatMoney(amountMinor, currency, region));
  const amount = sums.join(' + ');
  const rows = documents.map(({ kind, number, startedAt, timeZone, place, currency }, at): Row => {
    const day = formatDate(startedAt, { ...region, timeZone });
    const document = translate(`receipt.document.${kind}`, { number });
    return [`${document}: ${day}, ${place.street}, ${place.city}`, formatMoney(signed[at]?.amountMinor ?? 0, currency, region)];
  });
  return {
    subject: translate('mail.forward.subject', { count: documents.length, amount }),
    state: translate('mail.forward.state'),
    figure: { label: translate('receipt.total'), amount },
    lead: [translate('mail.forward.lead', { client })],
    more: [{ sums: [...rows, [translate('receipt.total'), amount]] }, translate('mail.forward.address')],
    attachments,
  };
}
