import { createInstance, type Resource } from 'i18next';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { I18N_OPTIONS } from '../shared/i18n.ts';
import { splitLocale } from '../shared/locales.ts';
import { App } from './App.tsx';
import { createHttpCharging } from './charging.ts';
import { watchBuild } from './newBuild.ts';
import type { Visit } from './pageData.tsx';
import { createPageLoader, type FirstView } from './pageLoader.ts';
import { reloadOnce } from './reloadFlag.ts';

interface DocumentState {
  visit: Visit;
  first: FirstView;
  texts: Resource;
}

const state: DocumentState = JSON.parse(document.getElementById('state')?.textContent ?? '{}');
const { visit } = state;
const i18n = createInstance();
void i18n.init({ ...I18N_OPTIONS, lng: visit.locale, resources: state.texts });
const charging = createHttpCharging();
const { isOld: isOldBuild } = watchBuild(visit.build);
const loader = await createPageLoader({ visit, first: state.first, charging, i18n, isOldBuild }).catch((error: unknown) => {
  // A new version was deployed between loading the document and loading its code.
  reloadOnce();
  throw error;
});

// Some addresses have no prefix whatever the language: downloads that answer with a page, the typed ID.
const prefix = splitLocale(window.location.pathname).isPrefixed ? `/${visit.locale}` : '/';

const withoutFragment = (address: string) => address.replace(/#.*/, '');
const [sent] = performance.getEntriesByType('navigation');
// Whoever goes back before our code is there is at another address, and still sees this document.
const isElsewhere = sent !== undefined && withoutFragment(sent.name) !== withoutFragment(window.location.href);

const hydrate = () =>
  hydrateRoot(
    document,
    <StrictMode>
      <BrowserRouter basename={prefix}>
        <App visit={visit} i18n={i18n} charging={charging} loader={loader} />
      </BrowserRouter>
    </StrictMode>,
  );
if (!isElsewhere || !reloadOnce()) startTransition(() => void hydrate());
