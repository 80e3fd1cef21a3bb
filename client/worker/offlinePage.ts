import escapeHtml from 'escape-html';
import type { OfflineBrand, OfflineWords } from '../core/workerMessages.ts';

export interface OfflinePage {
  path: string;
  name: string;
}

const COLOR = /^#[0-9a-f]{3,8}$/i;
const colorOr = (color: string, otherwise: string): string => (COLOR.test(color) ? color : otherwise);

const styleOf = ({ primary, onPrimary }: OfflineBrand): string => `:root{color-scheme:light dark;--p:${colorOr(primary, '#222')};
--o:${colorOr(onPrimary, '#fff')}}body{margin:0;background:#fff;color:#14181c;font:1.0625rem/1.5 -apple-system,BlinkMacSystemFont,
"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif}header{padding:.6rem 1.5rem;border-bottom:3px solid var(--p);
font-weight:700}header img{display:block;height:2.35rem;max-width:11rem}main{max-width:36rem;margin:0 auto;padding:1.5rem}
h1{margin:0;font-size:1.65rem;line-height:1.2}h2{font-size:1.2rem;margin:2rem 0 .5rem}ul{list-style:none;margin:0;padding:0}
li a{display:block;padding:.9rem 0;color:inherit;border-top:1px solid #8888}form{margin-top:1.5rem}
button,.call{box-sizing:border-box;display:block;width:100%;min-height:56px;padding:.85rem;border:2px solid;border-radius:6px;
background:none;color:inherit;font:inherit;font-weight:700;text-align:center;text-decoration:none}
button{background:var(--p);color:var(--o);border-color:var(--p)}.call{margin-top:.75rem}
@media (prefers-color-scheme:dark){body{background:#101418;color:#f2f5f7}header .light{padding:5px 8px;background:#fff}}`;

/**
 * Returns the HTML of a page without external files. It contains an error, links to the stored pages, a button to try again, and
 * the telephone number. The logos in `words` are data URLs.
 */
export function offlinePage(
  { lang, title, text, stored, again, brand, call }: OfflineWords,
  pages: readonly OfflinePage[],
): string {
  const links = pages.map(({ path, name }) => `<li><a href="${escapeHtml(path)}">${escapeHtml(name)}</a></li>`).join('');
  return (
    `<!doctype html><html lang="${escapeHtml(lang)}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${styleOf(brand)}</style></head><body>` +
    `<header>${logoOf(brand)}</header><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>` +
    // A form without an action requests the current address again, which is that of the failed page.
    `<form><button>${escapeHtml(again)}</button></form>` +
    (call ? `<a class="call" href="${escapeHtml(call.href)}">${escapeHtml(call.text)}</a>` : '') +
    (links && `<h2>${escapeHtml(stored)}</h2><ul>${links}</ul>`) +
    '</main></body></html>'
  );
}

function logoOf({ name, logo, logoDark }: OfflineBrand): string {
  if (!logo) return escapeHtml(name);
  const image = `<img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}"${logoDark ? '' : ' class="light"'}>`;
  if (!logoDark) return image;
  return `<picture><source media="(prefers-color-scheme:dark)" srcset="${escapeHtml(logoDark)}">${image}</picture>`;
}
