import type { i18n as I18n } from 'i18next';
import { Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { Charging } from '../shared/charging.ts';
import { Toasts } from './components/feedback/Toasts.tsx';
import { Layout } from './components/layout/Layout.tsx';
import { PageBoundary } from './components/layout/PageBoundary.tsx';
import { ChargingContext, CurrentPage, LoaderContext, type PageLoader, type Visit, VisitContext } from './pageData.tsx';
import { GlobalStyle } from './theme.ts';

export interface AppProps {
  visit: Visit;
  i18n: I18n;
  charging: Charging;
  loader: PageLoader;
}

/** The whole document, on the server and in the browser. Head entries that carry the nonce are added by the server. */
export function App({ visit, i18n, charging, loader }: AppProps) {
  return (
    <html lang={visit.locale} data-theme={visit.theme === 'auto' ? undefined : visit.theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
      </head>
      <body>
        <I18nextProvider i18n={i18n}>
          <VisitContext value={visit}>
            <ChargingContext value={charging}>
              <LoaderContext value={loader}>
                <GlobalStyle />
                <PageBoundary>
                  <Toasts>
                    <Layout>
                      <PageBoundary>
                        <Suspense>
                          <CurrentPage />
                        </Suspense>
                      </PageBoundary>
                    </Layout>
                  </Toasts>
                </PageBoundary>
              </LoaderContext>
            </ChargingContext>
          </VisitContext>
        </I18nextProvider>
      </body>
    </html>
  );
}

export { type FormState, fulfilled, type PageView, type Visit } from './pageData.tsx';
