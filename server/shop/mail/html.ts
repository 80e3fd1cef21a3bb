import escapeHtml from 'escape-html';
import type { Locale } from '../../../shared/model/locales.ts';
import { brandColor, type Mode, tokens } from '../../core/branding/brandingCss.ts';
import { contrast, onColor } from '../../core/branding/color.ts';
import type { MailImage } from '../../core/ports/mailPort.ts';
import type { ClientRecord } from '../../core/records/records.ts';
import { colonOf, type EmailPart, type EmailText, type RouteStep, type Row, type SmallPart } from './emailParts.ts';

export interface EmailContent {
  locale: Locale;
  client: Pick<ClientRecord, 'name' | 'colors' | 'logoPrint'>;
  /** Null if the driver's name is unknown. */
  greeting: string | null;
  text: EmailText;
  footer: readonly string[];
}

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const INK = '#14181c';
const QUIET = '#434b54';
const LINE = '#d8dde1';
const PAPER = '#ffffff';
// Mail programs ignore most style sheets, so every element has inline styles. The classes only set the colours of dark mode.
const STYLES = {
  brand: `${FONT};font-size:18px;line-height:24px;font-weight:700;color:${INK}`,
  plate: `display:inline-block;margin:0 -10px;padding:6px 10px;border-radius:6px;background:${PAPER}`,
  logo: 'display:block;border:0;width:auto;height:auto;max-width:220px;max-height:36px;color:#14181c',
  state: `${FONT};margin:0 0 20px;font-size:22px;line-height:28px;font-weight:700;color:${INK}`,
  label: `${FONT};margin:0 0 4px;font-size:16px;line-height:22px;font-weight:600;color:${QUIET}`,
  figure: `${FONT};margin:0 0 12px;font-size:48px;line-height:54px;font-weight:700;letter-spacing:-1px;color:${INK};white-space:nowrap`,
  heading: `${FONT};margin:32px 0 12px;font-size:19px;line-height:24px;font-weight:700;color:${INK}`,
  text: `${FONT};margin:0 0 12px;font-size:16px;line-height:24px;color:${INK};overflow-wrap:anywhere`,
  small: `${FONT};margin:0 0 4px;font-size:14px;line-height:22px;color:${QUIET};overflow-wrap:anywhere`,
  cell: `${FONT};padding:9px 12px 9px 0;border-top:1px solid ${LINE};font-size:16px;line-height:22px;color:${QUIET};vertical-align:top`,
  amount: `${FONT};padding:9px 0;border-top:1px solid ${LINE};font-size:16px;line-height:22px;font-weight:600;color:${INK};text-align:right;vertical-align:top;white-space:nowrap`,
  // Labels appear above their values, because a phone is too narrow for both side by side.
  fact: `${FONT};padding:9px 0;border-top:1px solid ${LINE};font-size:16px;line-height:22px;color:${INK};overflow-wrap:anywhere`,
  name: `display:block;font-size:14px;line-height:20px;color:${QUIET}`,
  step: `${FONT};padding:0 12px 18px 0;font-size:16px;line-height:20px;font-weight:600;color:${INK};vertical-align:top`,
  stepAmount: `${FONT};padding:0 0 18px;font-size:16px;line-height:20px;font-weight:700;color:${INK};text-align:right;vertical-align:top;white-space:nowrap`,
  smallHeading: `${FONT};margin:20px 0 4px;font-size:16px;line-height:22px;font-weight:700;color:${INK}`,
  smallText: `${FONT};margin:0 0 4px;font-size:14px;line-height:20px;color:${INK};overflow-wrap:anywhere`,
  note: `display:block;padding-top:2px;font-size:14px;line-height:20px;font-weight:400;color:${QUIET}`,
} as const;
const SHEET =
  '@media (max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}.out{padding:0!important}}' +
  '@media (prefers-color-scheme:dark){.bg{background:#0a0d10!important}.card{background:#101418!important}.i{color:#f2f5f7!important}' +
  '.m{color:#bcc5cd!important}.l{border-color:#323b44!important}.a{color:#a1bfeb!important}}';
const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse"';

/** The id of the logo among the images of an e-mail. */
const LOGO = 'logo';

/** Returns the images that `emailHtml` names. */
export function imagesOf({ logoPrint }: EmailContent['client']): readonly MailImage[] {
  if (!logoPrint) return [];
  return [{ id: LOGO, contentType: logoPrint.contentType, content: Buffer.from(logoPrint.base64, 'base64') }];
}

/** Writes an HTML e-mail in the brand's colours, without external images or files, in HTML that every mail program displays. */
export function emailHtml({ locale, client, greeting, text, footer }: EmailContent): string {
  const { subject, state = subject, figure, lead, button, more = [] } = text;
  const color = brandColor(client.colors);
  const dots = dotsOf(color);
  const style = { dot: dots.light, colon: colonOf(locale) };
  const body = [
    `<h1 class="i" style="${STYLES.state}">${wordsHtml(state)}</h1>`,
    figure
      ? `<p class="m" style="${STYLES.label}">${escapeHtml(figure.label)}</p><p class="i" style="${STYLES.figure}${sizeOf(figure.amount)}">${escapeHtml(figure.amount)}</p>`
      : '',
    ...[...(greeting === null ? [] : [greeting]), ...lead].map(partHtml(style)),
    button ? buttonHtml(button, color) : '',
    ...more.map(partHtml(style)),
  ];
  const foot = footer.map(line => `<p class="m" style="${STYLES.small}">${wordsHtml(line)}</p>`).join('');
  return (
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">` +
    `<title>${escapeHtml(subject)}</title><style>${SHEET}@media (prefers-color-scheme:dark){.dot{background:${dots.dark}!important}}</style></head>` +
    `<body class="bg" style="margin:0;padding:0;background:#f4f6f7;-webkit-text-size-adjust:100%"><table ${TABLE}><tr>` +
    `<td class="out" align="center" style="padding:24px 12px"><table role="presentation" class="card" width="600" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;width:100%;max-width:600px;background:${PAPER}">` +
    `<tr><td style="height:4px;background:${color};font-size:0;line-height:4px">&nbsp;</td></tr>` +
    `<tr><td class="pad i" style="padding:20px 36px 0;${STYLES.brand}">${brandHtml(client)}</td></tr>` +
    `<tr><td class="pad" style="padding:18px 36px 8px">${body.join('')}</td></tr>` +
    `<tr><td class="pad" style="padding:24px 36px 32px"><div class="l" style="border-top:1px solid ${LINE};padding-top:16px">${foot}</div></td></tr>` +
    `</table></td></tr></table></body></html>`
  );
}

/** The logo stands on white, because its letters are dark in dark mode, too. Its alternative text is the name of the brand. */
function brandHtml({ name, logoPrint }: EmailContent['client']): string {
  const alt = escapeHtml(name);
  return logoPrint
    ? `<span style="${STYLES.plate}"><img src="cid:${LOGO}" alt="${alt}" height="36" style="${STYLES.logo}"></span>`
    : alt;
}

/** Returns a smaller font size for a long figure like "0,10 CHF/perc", which must fit on one line of a phone. */
const sizeOf = (amount: string): string => (amount.length > 10 ? ';font-size:34px;line-height:40px' : '');

/** Returns the colours of the dots beside the steps of the payment, which have enough contrast with the card in both modes. */
function dotsOf(primary: string): Readonly<Record<Mode, string>> {
  const [light, dark] = (['light', 'dark'] as const).map(mode => tokens({ primary, secondary: primary, mode })['primary-edge']);
  return { light: light ?? primary, dark: dark ?? primary };
}

function buttonHtml({ label, link, note }: NonNullable<EmailText['button']>, color: string): string {
  // A light brand colour has too little contrast with the white background, so the button gets a dark border.
  const edge = contrast(color, PAPER) < 3 ? INK : color;
  return (
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate;margin:24px 0 8px"><tr>` +
    `<td align="center" bgcolor="${color}" style="border-radius:6px;border:1px solid ${edge};background:${color}">` +
    `<a href="${escapeHtml(link)}" style="${FONT};display:block;padding:16px 20px;font-size:18px;line-height:22px;font-weight:700;color:${onColor(color)};text-decoration:none">${escapeHtml(label)}</a>` +
    `</td></tr></table>` +
    (note ? `<p class="m" style="${STYLES.small}">${wordsHtml(note)}</p>` : '')
  );
}

const partHtml =
  ({ dot, colon }: { dot: string; colon: string }) =>
  (part: EmailPart): string => {
    if (typeof part === 'object' && 'small' in part) return part.small.map(smallHtml(colon)).join('');
    if (typeof part === 'string') return `<p class="i" style="${STYLES.text}">${wordsHtml(part)}</p>`;
    if ('heading' in part) return `<h2 class="i" style="${STYLES.heading}">${escapeHtml(part.heading)}</h2>`;
    if ('route' in part) return `<table ${TABLE}>${part.route.map(stepHtml(dot)).join('')}</table>`;
    if ('sums' in part) return `<table ${TABLE}>${part.sums.map(sumHtml).join('')}</table>`;
    return `<table ${TABLE}>${part.rows.map(factHtml).join('')}</table>`;
  };

const smallHtml =
  (colon: string) =>
  (part: SmallPart): string => {
    if (typeof part === 'string') return `<p class="i" style="${STYLES.smallText}">${wordsHtml(part)}</p>`;
    if ('heading' in part) return `<h2 class="i" style="${STYLES.smallHeading}">${escapeHtml(part.heading)}</h2>`;
    const line = ([label, value]: Row) =>
      `<p class="i" style="${STYLES.smallText}"><span class="m" style="color:${QUIET}">${escapeHtml(label + colon)}</span>${wordsHtml(value)}</p>`;
    return part.rows.map(line).join('');
  };

const stepHtml =
  (dot: string) =>
  ({ label, note, amount }: RouteStep): string =>
    `<tr><td style="width:26px;vertical-align:top"><div class="dot" style="width:14px;height:14px;margin-top:3px;border-radius:7px;background:${dot};font-size:0">&nbsp;</div></td>` +
    `<td class="i" style="${STYLES.step}">${escapeHtml(label)}<span class="m" style="${STYLES.note}">${escapeHtml(note)}</span></td>` +
    `<td class="i" style="${STYLES.stepAmount}">${escapeHtml(amount)}</td></tr>`;

const sumHtml = ([label, value]: Row): string =>
  `<tr><td class="m l" style="${STYLES.cell}">${wordsHtml(label)}</td><td class="i l" style="${STYLES.amount}">${escapeHtml(value)}</td></tr>`;

const factHtml = ([label, value]: Row): string =>
  `<tr><td class="i l" style="${STYLES.fact}"><span class="m" style="${STYLES.name}">${escapeHtml(label)}</span>${wordsHtml(value)}</td></tr>`;

const wordsHtml = (text: string): string => linked(escapeHtml(text)).replaceAll('\n', '<br>');
const linked = (html: string): string =>
  html
    .split(/(https?:\/\/[^\s<]+)/)
    .map((part, at) => (at % 2 === 0 ? preventBreaks(part) : `<a class="a" href="${part}" style="color:#0b4eaf">${part}</a>`))
    .join('');
/** Prevents line breaks within document numbers and telephone numbers. */
const preventBreaks = (html: string): string =>
  html.replace(/\+\d[\d \u00a0]{5,}\d|\b[A-Z]+-[A-Z\d]+-\d{4}-\d+\b/g, '<span style="white-space:nowrap">$&</span>');
