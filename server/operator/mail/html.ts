import escapeHtml from 'escape-html';
import { DEFAULT_PRIMARY } from '../../../shared/branding.ts';
import type { Locale } from '../../../shared/locales.ts';
import type { MailAttachment } from '../ports.ts';
import type { ClientRecord } from '../records.ts';

/** A paragraph, a heading, or facts with their names. */
export type EmailPart = string | { heading: string } | { rows: readonly (readonly [label: string, value: string])[] };

const HEX = /^#[0-9a-f]{6}$/i;
const FONT = '-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
// Mail programs ignore style sheets, so every element carries its own style.
const STYLES = {
  body: `margin:0;padding:24px 16px;font:16px/1.5 ${FONT};overflow-wrap:anywhere;word-break:break-word`,
  heading: 'margin:32px 0 8px;font-size:18px;line-height:1.3',
  paragraph: 'margin:0 0 16px',
  table: 'width:100%;margin:0 0 16px;border-collapse:collapse',
  label: 'padding:8px 16px 8px 0;border-bottom:1px solid #d8dde1;vertical-align:top;text-align:left;font-weight:400;width:38%',
  value: 'padding:8px 0;border-bottom:1px solid #d8dde1;vertical-align:top',
} as const;

/** An e-mail in the client's colours: simple enough for every mail program, its logo inside it. */
export function emailHtml(ask: { locale: Locale; client: ClientRecord; parts: readonly EmailPart[] }): {
  html: string;
  logo: readonly MailAttachment[];
} {
  const { locale, client, parts } = ask;
  const color = HEX.test(client.colors.primary ?? '') ? client.colors.primary : DEFAULT_PRIMARY;
  const { logoPrint, name } = client;
  // The print logo is drawn for white paper, so it keeps white around it when a mail program turns the e-mail dark.
  const head = logoPrint
    ? `<img src="cid:logo" alt="${escapeHtml(name)}" height="40" style="display:block;height:40px;width:auto;background:#fff;color:#111;padding:4px;border-radius:4px">`
    : `<b>${escapeHtml(name)}</b>`;
  const html =
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(name)}</title></head><body style="${STYLES.body}">` +
    `<div style="max-width:36rem;margin:0 auto"><div style="padding-bottom:12px;margin-bottom:24px;border-bottom:3px solid ${color}">${head}</div>` +
    `${parts.map(partHtml).join('')}</div></body></html>`;
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

function partHtml(part: EmailPart): string {
  if (typeof part === 'string') return `<p style="${STYLES.paragraph}">${wordsHtml(part)}</p>`;
  if ('heading' in part) return `<h2 style="${STYLES.heading}">${escapeHtml(part.heading)}</h2>`;
  const rows = part.rows.map(
    ([label, value]) =>
      `<tr><th scope="row" style="${STYLES.label}">${escapeHtml(label)}</th><td style="${STYLES.value}">${wordsHtml(value)}</td></tr>`,
  );
  return `<table style="${STYLES.table}">${rows.join('')}</table>`;
}

/** The same e-mail without HTML. */
export function emailText(ask: { locale: Locale; parts: readonly EmailPart[] }): string {
  // French keeps a space before a colon.
  const colon = ask.locale === 'fr' ? '\u00a0: ' : ': ';
  return `${ask.parts.map(part => partText(part, colon)).join('\n\n')}\n`;
}

function partText(part: EmailPart, colon: string): string {
  if (typeof part === 'string') return part;
  if ('heading' in part) return `${part.heading}\n${'-'.repeat(part.heading.length)}`;
  return part.rows.map(([label, value]) => `${label}${colon}${value}`).join('\n');
}

const wordsHtml = (text: string): string => linked(escapeHtml(text)).replaceAll('\n', '<br>');
const linked = (html: string): string => html.replace(/https?:\/\/[^\s<]+/g, url => `<a href="${url}">${url}</a>`);
