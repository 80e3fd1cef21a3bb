import escapeHtml from 'escape-html';
import type { i18n as I18n } from 'i18next';
import type { Visitor } from '../request/visitor.ts';

/**
 * Returns the error page that is sent if React itself fails. It has the usual texts without a brand, and the request id for
 * finding the error in the log.
 */
export function lastResort(texts: I18n, { requestId, locale, nonce }: Visitor): string {
  const t = (key: string, values = {}) => escapeHtml(texts.t(key, { ...values, lng: locale }));
  const title = t('error.500.title');
  return (
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${title}</title>` +
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">' +
    `<meta name="robots" content="noindex"><style nonce="${nonce}">${STYLE}</style></head>` +
    `<body><main><h1>${title}</h1><p>${t('error.500.text')}</p><p><a href="">${t('common.tryAgain')}</a></p>` +
    `<p><small>${t('common.requestId', { id: requestId })}</small></p></main></body></html>`
  );
}

const STYLE = 'body{margin:0;font:1.0625rem/1.5 system-ui,sans-serif}main{max-width:36rem;margin:0 auto;padding:2rem 1.25rem}';
