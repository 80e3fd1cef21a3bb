import type { i18n as I18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { GlobalStyle } from '../core/theme.ts';
import { ConsoleContext, type ConsoleVisit } from './core/ConsoleContext.ts';
import { Frame } from './core/Frame.tsx';
import { ConsoleStyle } from './style/ConsoleStyle.ts';

interface ConsoleAppProps {
  visit: ConsoleVisit;
  i18n: I18n;
  title: string;
  children: ReactNode;
}

/** The HTML document of the staff console. The console is rendered only on the server and uses no JavaScript. */
export function ConsoleApp({ visit, i18n, title, children }: ConsoleAppProps) {
  return (
    <html lang={visit.locale} className="console" data-theme={visit.theme === 'auto' ? undefined : visit.theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
      </head>
      <body>
        <I18nextProvider i18n={i18n}>
          <ConsoleContext value={visit}>
            <GlobalStyle />
            <ConsoleStyle />
            <Frame>{children}</Frame>
          </ConsoleContext>
        </I18nextProvider>
      </body>
    </html>
  );
}
