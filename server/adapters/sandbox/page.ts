import escapeHtml from 'escape-html';
import { formatMoney } from '../../../shared/figures/format.ts';
import { HOUR_MS } from '../../../shared/model/time.ts';
import type { Translator } from '../../core/ports/ports.ts';
import { type CardOutcome, inGroups, TEST_CARDS, type TestCard, WALLETS } from './cards.ts';
import { SANDBOX_PATH, type SandboxHold } from './hold.ts';
import { SANDBOX_STYLE } from './style.ts';

// The sandbox pages deliberately look different from the app (colourless, square, striped), so that nobody mistakes them for the
// product or a real bank.

interface Frame {
  nonce: string;
  translator: Translator;
}

function page(
  { nonce, translator }: Frame,
  { locale, title, body }: { locale: SandboxHold['request']['locale']; title: string; body: string },
): string {
  return (
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)} – sandbox-pay</title><style nonce="${nonce}">${SANDBOX_STYLE}</style></head>` +
    `<body><div class="strip" role="region" aria-label="${escapeHtml(translator(locale, 'sandbox.title'))}"><p>⚠ ${escapeHtml(translator(locale, 'sandbox.warning'))}</p></div>` +
    `<main><p class="host">sandbox-pay</p><div class="panel">${body}</div></main></body></html>`
  );
}

function amountOf({ request }: SandboxHold): string {
  return formatMoney(request.amountMinor, request.currency, { locale: request.locale, country: 'de' });
}

/** Returns the HTML for the description and the amount of a payment. */
function what(hold: SandboxHold, translator: Translator): string {
  const { locale, description } = hold.request;
  const label = escapeHtml(translator(locale, 'sandbox.amount'));
  return `<p class="what">${escapeHtml(description)}</p><p class="label">${label}</p><p class="amount">${escapeHtml(amountOf(hold))}</p>`;
}

export function cardPage({ hold, error, ...frame }: Frame & { hold: SandboxHold; error: string | null }): string {
  const { locale, cancelUrl } = hold.request;
  const t = (key: string, values = {}) => escapeHtml(frame.translator(locale, key, values));
  const amount = amountOf(hold);
  const wrong = error === null ? '' : `<p class="error" id="error" role="alert"><b>${t('common.error')}:</b> ${t(error)}</p>`;
  const isEmail = error === 'sandbox.invalidEmail';
  const described = error === null ? '' : ' aria-invalid="true" aria-describedby="error"';
  const email = `<label for="email">${t('sandbox.email')}</label><input id="email" name="email" type="email" autocomplete="email" spellcheck="false" autocapitalize="off" maxlength="254" value="${escapeHtml(hold.payerEmail ?? '')}"${isEmail ? described : ''}>`;
  const field = (name: string, key: string, value: string, more: string) =>
    `<label for="${name}">${t(key)}</label><input id="${name}" name="${name}" inputmode="numeric" autocomplete="off" value="${value}"${more}>`;
  // The wallet buttons come after the card button, because the Enter key presses the first button of a form.
  const wallets = Object.entries(WALLETS)
    .map(([value, { name }]) => `<button name="wallet" value="${value}">${t('sandbox.payWith', { name })}</button>`)
    .join('');
  const body =
    `<h1>${t('sandbox.title')}</h1>${what(hold, frame.translator)}${wrong}` +
    `<form method="post" action="${SANDBOX_PATH}/${hold.ref}">` +
    (hold.request.requestsEmail ? email : '') +
    field('cardnumber', 'sandbox.number', '4242 4242 4242 4242', `${isEmail ? '' : described} maxlength="25"`) +
    `<div class="two"><div>${field('exp', 'sandbox.expiry', '12/30', ' maxlength="7"')}</div><div>${field('cvc', 'sandbox.cvc', '123', ' maxlength="4"')}</div></div>` +
    `<button class="primary">${t('sandbox.pay', { amount })}</button>${wallets}</form><a class="button" href="${escapeHtml(cancelUrl)}">${t('common.cancel')}</a>` +
    `<h2>${t('sandbox.testCards')}</h2>${cardList(frame.translator, locale)}`;
  return page(frame, { locale, title: frame.translator(locale, 'sandbox.title'), body });
}

const OUTCOME_KEYS: Readonly<Record<CardOutcome, string>> = {
  authorised: 'sandbox.held',
  challenge: 'sandbox.challenge.title',
  declined: 'sandbox.declined',
  insufficientFunds: 'sandbox.insufficientFunds',
  expiredCard: 'sandbox.expiredCard',
};

function cardList(translator: Translator, locale: SandboxHold['request']['locale']): string {
  const rows = TEST_CARDS.map(
    card =>
      `<div><dt>${inGroups(card.number)}</dt><dd>${escapeHtml(outcomeOf(card, (key, values) => translator(locale, key, values)))}</dd></div>`,
  );
  return `<dl>${rows.join('')}</dl>`;
}

/**
 * Returns a text that says how a test card behaves. The wallet card and the card whose hold expires after a minute have special
 * texts, because their outcome alone does not describe them.
 */
function outcomeOf(
  { outcome, digits, holdMs }: TestCard,
  text: (key: string, values?: Record<string, string>) => string,
): string {
  const [card, device] = digits;
  if (card && device) return text('sandbox.wallet', { card, device });
  return text(holdMs < HOUR_MS ? 'sandbox.lapses' : OUTCOME_KEYS[outcome]);
}

export function challengePage({ hold, ...frame }: Frame & { hold: SandboxHold }): string {
  const { locale } = hold.request;
  const t = (key: string) => escapeHtml(frame.translator(locale, key));
  const body =
    `<h1>${t('sandbox.challenge.title')}</h1>${what(hold, frame.translator)}` +
    `<form method="post" action="${SANDBOX_PATH}/${hold.ref}/challenge">` +
    `<button class="primary" name="answer" value="approve">${t('sandbox.challenge.approve')}</button>` +
    `<button name="answer" value="reject">${t('sandbox.challenge.reject')}</button></form>`;
  return page(frame, { locale, title: frame.translator(locale, 'sandbox.challenge.title'), body });
}

/** Returns the page for a payment that has ended or does not exist, with a link back to the app. */
export function overPage({ hold, ...frame }: Frame & { hold: SandboxHold | null }): string {
  const locale = hold?.request.locale ?? 'en';
  const t = (key: string) => escapeHtml(frame.translator(locale, key));
  const back = hold ? `<a class="button" href="${escapeHtml(hold.request.cancelUrl)}">${t('common.back')}</a>` : '';
  return page(frame, {
    locale,
    title: frame.translator(locale, 'sandbox.title'),
    body: `<h1>${t('sandbox.title')}</h1><p>${t('order.expired')}</p>${back}`,
  });
}
