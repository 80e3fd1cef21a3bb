import type { i18n as I18n } from 'i18next';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { ConsoleApp } from '../../client/console/ConsoleApp.tsx';
import type { ConsoleVisit } from '../../client/console/core/ConsoleContext.ts';
import { sentStyles } from './sentStyles.ts';

interface ConsoleRenderOptions {
  visit: ConsoleVisit;
  i18n: I18n;
  title: string;
  /** CSS variables of the brand, see brandingCss. */
  branding: string;
  content: ReactNode;
}

/** Renders a complete console page. It has no script, so it needs no state for hydration. */
export function renderConsole({ visit, i18n, title, branding, content }: ConsoleRenderOptions): string {
  const sheet = new ServerStyleSheet({ nonce: visit.nonce });
  try {
    const html = renderToString(
      sheet.collectStyles(
        <ConsoleApp visit={visit} i18n={i18n} title={title}>
          {content}
        </ConsoleApp>,
      ),
    );
    const styles = `<style nonce="${visit.nonce}">${branding}</style>${sentStyles(sheet)}`;
    return `<!DOCTYPE html>${html.replace('</head>', () => `${styles}</head>`)}`;
  } finally {
    sheet.seal();
  }
}
