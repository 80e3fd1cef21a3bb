import { DEFAULT_PRIMARY } from '../../shared/branding.ts';
import type { Locale } from '../../shared/locales.ts';
import type { MailAttachment } from './ports.ts';
import type { ClientRecord } from './records.ts';

const HEX = /^#[0-9a-f]{6}$/i;

/** A letter in the client's colours: simple enough for every mail program, its logo inside it. */
export function letterHtml(ask: { locale: Locale; client: ClientRecord; paragraphs: readonly string[] }): {
  html: string;
  logo: readonly MailAttachment[];
} {
  const { locale, client, paragraphs } = ask;
  const color = HEX.test(client.colors.primary ?? '') ? client.colors.primary : DEFAULT_PRIMARY;
  const { logoPrint, name } = client;
  const head = logoPrint
    ? `<img src="cid:logo" alt="${escapeHtml(name)}" height="40" style="height:40px;width:auto">`
    : `<b>${escapeHtml(name)}</b>`;
  const body = paragraphs
    .map(paragraph => `<p style="margin:0 0 16px">${linked(escapeHtml(paragraph)).replaceAll('\n', '<br>')}</p>`)
    .join('');
  const html =
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>` +
    '<body style="margin:0;padding:24px;font:16px/1.5 -apple-system,Segoe UI,Roboto,Arial,sans-serif">' +
    `<div style="max-width:36rem;margin:0 auto"><div style="padding-bottom:12px;margin-bottom:24px;border-bottom:3px solid ${color}">${head}</div>${body}</div></body></html>`;
  const logo = logoPrint
    ? [
        {
          fileName: 'logo.png',
          contentType: logoPrint.contentType,
          content: Buffer.from(logoPrint.base64, 'base64'),
          cid: 'logo',
        },
      ]
    : [];
  return { html, logo };
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, char => `&#${char.charCodeAt(0)};`);
const linked = (html: string): string => html.replace(/https?:\/\/[^\s<]+/g, url => `<a href="${url}">${url}</a>`);
