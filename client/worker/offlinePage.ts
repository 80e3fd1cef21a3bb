import escapeHtml from 'escape-html';
import type { OfflineWords } from '../core/workerMessages.ts';

export interface OfflinePage {
  path: string;
  name: string;
}

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:1.125rem/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:2rem 1.25rem}h1{font-size:1.75rem;line-height:1.2}
ul{list-style:none;padding:0}a{display:block;padding:.75rem 0;color:inherit;border-top:1px solid #8888}
form{margin-top:2rem}button{width:100%;min-height:56px;font:inherit;font-weight:700;border:2px solid;border-radius:10px;background:none;color:inherit}`;

/**
 * Returns the HTML of a page without external files. It contains an error, links to the stored pages, and a button to try again.
 */
export function offlinePage({ lang, title, text, stored, again }: OfflineWords, pages: readonly OfflinePage[]): string {
  const links = pages.map(({ path, name }) => `<li><a href="${escapeHtml(path)}">${escapeHtml(name)}</a></li>`).join('');
  return (
    `<!doctype html><html lang="${escapeHtml(lang)}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body><main>` +
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>` +
    (links && `<h2>${escapeHtml(stored)}</h2><ul>${links}</ul>`) +
    // A form without an action requests the current address again, which is that of the failed page.
    `<form><button>${escapeHtml(again)}</button></form></main></body></html>`
  );
}
