import { formatDate, formatMoney } from '../../../shared/format.ts';
import type { InvoiceDocument } from '../documents/invoiceDocument.ts';
import { findPdf, listDocuments } from '../store/documents.ts';
import { type Letter, type LetterText, place, say } from './emailParts.ts';

interface Drawn {
  document: InvoiceDocument;
  attachments: LetterText['attachments'];
}

/** The document a letter brings, by its place among those of the session. */
async function findDrawn({ desk, session, n }: Letter): Promise<Drawn | null> {
  const row = (await listDocuments(desk.store.db, session.id)).find(({ sequence }) => sequence === n);
  const pdf = row && (await findPdf(desk.store.db, row.id));
  if (!row || !pdf) return null;
  const file = { fileName: `${row.kind}-${row.number}.pdf`, contentType: 'application/pdf' };
  return {
    document: JSON.parse(row.json) as InvoiceDocument,
    attachments: [{ ...file, content: Buffer.from(pdf, 'base64') }],
  };
}

/** The invoice to a company that was asked for afterwards. */
export async function companyInvoice(letter: Letter): Promise<LetterText | null> {
  const drawn = await findDrawn(letter);
  if (!drawn?.document.customer) return null;
  const { number, customer, totalMinor, currency } = drawn.document;
  const values = { number, company: customer.name, price: formatMoney(totalMinor, currency, letter.region), link: letter.link };
  return {
    subject: say(letter, 'mail.company.subject', { number }),
    body: say(letter, 'mail.company.body', values),
    ...(drawn.attachments ? { attachments: drawn.attachments } : {}),
  };
}

/** Money went back to the card; its document comes along. */
export async function refund(letter: Letter): Promise<LetterText | null> {
  const drawn = await findDrawn(letter);
  if (!drawn) return null;
  const { totalMinor, currency, startedAt, cardDigits } = drawn.document;
  const values = {
    ...{ amount: formatMoney(totalMinor, currency, letter.region), date: formatDate(startedAt, letter.region) },
    ...{ place: place(letter), digits: cardDigits ?? '', link: letter.link },
  };
  return {
    subject: say(letter, 'mail.refund.subject', {}),
    body: say(letter, 'mail.refund.body', values),
    ...(drawn.attachments ? { attachments: drawn.attachments } : {}),
  };
}
