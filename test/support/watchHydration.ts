import type { Page } from 'puppeteer';

/** Matches the error of a document that differs from what the browser renders. */
const HYDRATION = /React error #418/;

/** After an error of hydration, reports the tags of the document as the browser received them, to see where it differs. */
export function watchHydration(page: Page, report: (found: string) => void): void {
  let outline = '';
  page.on('response', response => {
    if (!response.request().isNavigationRequest() || response.status() !== 200) return;
    const from = response.fromServiceWorker() ? 'service worker' : 'server';
    const note = (html: string) => {
      outline = `${response.url()} from the ${from}, ${html.length} characters: ${tagsIn(html)}`;
    };
    // The text is gone once the browser has left the page.
    response.text().then(note, () => undefined);
  });
  page.on('pageerror', error => {
    if (HYDRATION.test(String(error))) report(`the document was ${outline}`);
  });
}

/** Returns the tags outside of head and main, in order. */
const tagsIn = (html: string): string => {
  const frame = html.replace(/<head>.*<\/head>/s, '').replace(/(<main)[^>]*>.*(<\/main>)/s, '$1>$2');
  return (frame.match(/<[^>\s]+/g) ?? []).join('').slice(0, 3000);
};
