import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { TEXTS } from '../shared/i18n.ts';
import { type Locale, splitLocale } from '../shared/locales.ts';
import { App } from './App.tsx';
import { createHttpCharging } from './charging.ts';
import { watchBuild } from './newBuild.ts';
import type { Visit } from './pageData.tsx';
import { createPageLoader, type FirstView } from './pageLoader.ts';
import { reloadOnce } from './reloadFlag.ts';
import { type Area, createTexts } from './texts.ts';

interface DocumentState {
  visit: Visit;
  first: FirstView;
  texts: Readonly<Record<Locale, Readonly<Record<typeof TEXTS, Readonly<Record<string, Area>>>>>>;
}

const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as DocumentState;
const { visit } = state;
const texts = createTexts({ locale: visit.locale, areas: state.texts[visit.locale][TEXTS] });
const charging = createHttpCharging();
const { isOld: isOldBuild } = watchBuild(visit.build);
const loader = await createPageLoader({ visit, first: state.first, charging, texts, isOldBuild }).catch((error: unknown) => {
  // The house has been renewed between the document and its code.
  reloadOnce();
  throw error;
});

// Some addresses have no prefix whatever the language: downloads that answer with a page, the typed ID.
const prefix = splitLocale(window.location.pathname).isPrefixed ? `/${visit.locale}` : '/';

await stylesOf(document);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <BrowserRouter basename={prefix}>
        <App visit={visit} i18n={texts.i18n} charging={charging} loader={loader} />
      </BrowserRouter>
    </StrictMode>,
  );
});

/** The document carries the styles of its first view; those of all others have been on their way as long as the code. */
async function stylesOf({ head }: Document): Promise<void> {
  const link = head.querySelector<HTMLLinkElement>('link[rel=preload][as=style]');
  if (!link) return;
  await new Promise(resolve => {
    for (const end of ['load', 'error']) link.addEventListener(end, resolve, { once: true });
    link.rel = 'stylesheet';
  });
}
