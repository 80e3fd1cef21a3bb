import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { splitLocale } from '../shared/model/locales.ts';
import { App } from './app/App.tsx';
import { watchBuild } from './app/newBuild.ts';
import { createPageLoader, type FirstView } from './app/pageLoader.ts';
import { BrowserRouter } from './browser/BrowserRouter.tsx';
import { RouteBoundary } from './browser/RouteBoundary.tsx';
import { rehydrateStyles } from './browser/styled.ts';
import { type Areas, createTexts } from './browser/texts.ts';
import { TextsContext } from './browser/translation.ts';
import { createHttpCharging } from './core/charging.ts';
import type { Visit } from './core/pageData.tsx';
import { reloadOnce } from './core/reloadFlag.ts';

interface DocumentState {
  visit: Visit;
  first: FirstView;
  texts: Areas;
}

const state: DocumentState = JSON.parse(document.getElementById('state')?.textContent ?? '{}');
const { visit } = state;
const texts = createTexts(visit.locale, state.texts);
const charging = createHttpCharging();
const { isOld: isOldBuild } = watchBuild(visit.build);
// Two kinds of addresses never have a language prefix: a page that is shown in place of a download, and the address of a typed
// EVSE ID.
const prefix = splitLocale(window.location.pathname).isPrefixed ? `/${visit.locale}` : '/';

const withoutFragment = (address: string) => address.replace(/#.*/, '');
const [sent] = performance.getEntriesByType('navigation');
// True if the visitor went back before this script ran. The address has then changed, but the browser still shows the old
// document.
const hasAddressChanged = sent !== undefined && withoutFragment(sent.name) !== withoutFragment(window.location.href);

/**
 * Starts the app. A function instead of a top-level `await`, because pages import modules of this script: script and page would
 * wait for each other.
 */
async function start(): Promise<void> {
  const parts = { visit, first: state.first, charging, texts, isOldBuild };
  const loader = await createPageLoader(parts).catch((error: unknown) => {
    // The server may have a newer build than this document, so that the document's code no longer exists.
    reloadOnce();
    throw error;
  });
  const app = (
    <StrictMode>
      <BrowserRouter basename={prefix}>
        <TextsContext value={texts}>
          <RouteBoundary visit={visit}>
            <App visit={visit} charging={charging} loader={loader} globalStyle={null} />
          </RouteBoundary>
        </TextsContext>
      </BrowserRouter>
    </StrictMode>
  );
  if (hasAddressChanged && reloadOnce()) return;
  startTransition(() => void hydrateRoot(document, app));
  whenIdle(rehydrateStyles);
}

/** Delay in browsers without `requestIdleCallback`. */
const IDLE_AFTER_MS = 2000;
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work);
  else setTimeout(work, IDLE_AFTER_MS);
}

void start();
