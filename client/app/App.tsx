import { type ReactNode, Suspense } from 'react';
import type { Charging } from '../../shared/charging/charging.ts';
import { Toasts } from '../components/feedback/Toasts.tsx';
import { Layout } from '../components/layout/Layout.tsx';
import { PageBoundary } from '../components/layout/PageBoundary.tsx';
import { ChargingContext, CurrentPage, LoaderContext, type PageLoader, type Visit, VisitContext } from '../core/pageData.tsx';

export interface AppProps {
  visit: Visit;
  charging: Charging;
  loader: PageLoader;
  /** The style element of the document. Null in a browser, because the server has already sent it. */
  globalStyle: ReactNode;
}

/** The whole HTML document, for the server and the browser. Head elements that need a CSP nonce are added by the server. */
export function App({ visit, charging, loader, globalStyle }: AppProps) {
  return (
    <html lang={visit.locale} data-theme={visit.theme === 'auto' ? undefined : visit.theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
      </head>
      <body>
        <VisitContext value={visit}>
          <ChargingContext value={charging}>
            <LoaderContext value={loader}>
              {globalStyle}
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
      </body>
    </html>
  );
}

export { type FormState, fulfilled, type PageView, type Visit } from '../core/pageData.tsx';
export { GlobalStyle } from '../core/theme.ts';
