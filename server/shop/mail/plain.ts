import { colonOf, type EmailPart } from './emailParts.ts';
import type { EmailContent } from './html.ts';

/** Writes the plain-text version of an e-mail, with the same content as `emailHtml`. */
export function emailText({ locale, greeting, text, footer }: EmailContent): string {
  const { subject, state = subject, figure, lead, button, more = [] } = text;
  const colon = colonOf(locale);
  const blocks = [
    state.toLocaleUpperCase(locale) + (figure ? `\n${figure.label}${colon}${figure.amount}` : ''),
    ...(greeting === null ? [] : [greeting]),
    ...lead,
    ...(button ? [[`${button.label}${colon.trimEnd()}`, button.link, ...(button.note ? [button.note] : [])].join('\n')] : []),
    ...more.map(part => partText(part, colon)),
    `--\n${footer.join('\n')}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function partText(part: EmailPart, colon: string): string {
  if (typeof part === 'string') return part;
  if ('heading' in part) return `${part.heading}\n${'-'.repeat(part.heading.length)}`;
  if ('small' in part) return part.small.map(block => partText(block, colon)).join('\n\n');
  if ('route' in part) return part.route.map(({ label, note, amount }) => `${label}${colon}${amount} (${note})`).join('\n');
  return ('sums' in part ? part.sums : part.rows).map(([label, value]) => `${label}${colon}${value}`).join('\n');
}
