import type { i18n as I18n } from 'i18next';
import { renderToPipeableStream } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { ServerStyleSheet } from 'styled-components';
import { App, fulfilled, type PageView, type Visit } from '../../client/App.tsx';
import type { FilledPage } from '../../client/page.ts';
import { FRAME_STRINGS } from '../../client/routes.ts';
import type { Charging } from '../../shared/charging.ts';
import { TEXTS } from '../../shared/i18n.ts';
import { DEFAULT_LOCALE } from '../../shared/locales.ts';
import type { Assets } from './assets.ts';
import { HtmlSink, type PageAnswer } from './sink.ts';

const RENDER_LIMIT_MS = 10_000;

export interface RenderAsk {
  response: PageAnswer;
  status: number;
  /** Path and query as the browser has them. */
  address: string;
  nonce: string;
  isBot: boolean;
  visit: Visit;
  view: PageView;
  filled: FilledPage;
  i18n: I18n;
  charging: Charging;
  assets: Assets;
  /** Brand variables, see brandingCss. */
  branding: string;
  /** More for the head, already escaped: alternates, robots, refresh. */
  head: string;
  onError(error: unknown): void;
}

/** Streams a page. Resolves when the answer has ended or the visitor has left. */
export async function render(ask: RenderAsk): Promise<void> {
  const { response, nonce, isBot, visit, view, i18n, charging } = ask;
  const sheet = new ServerStyleSheet({ nonce });
  const loader = { view: () => fulfilled(view) };
  const { promise: isStarted, resolve: start, reject: refuse } = Promise.withResolvers<void>();

  const { pipe, abort } = renderToPipeableStream(
    sheet.collectStyles(
      <StaticRouter location={ask.address} basename={visit.locale === DEFAULT_LOCALE ? '/' : `/${visit.locale}`}>
        <App visit={visit} i18n={i18n} charging={charging} loader={loader} />
      </StaticRouter>,
    ),
    {
      nonce,
      bootstrapScriptContent: START_AFTER_PAINT,
      // React moves large boundaries behind a script even when everything is there. Visitors without JavaScript, and bots,
      // must get them as plain HTML.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellReady: () => !isBot && start(),
      onAllReady: () => isBot && start(),
      onShellError: refuse,
      onError: ask.onError,
    },
  );
  const timer = setTimeout(() => abort(new Error('Rendering took too long')), RENDER_LIMIT_MS);
  response.once('close', () => {
    clearTimeout(timer);
    if (!response.writableFinished) abort(new Error('The visitor left'));
  });
  try {
    await isStarted;
    response.status(ask.status);
    response.type('html');
    const sink = new HtmlSink({ response, sheet, head: headOf(ask) });
    pipe(sink);
    await new Promise<void>(resolve => response.once('close', resolve));
  } finally {
    clearTimeout(timer);
    sheet.seal();
  }
}

/**
 * Pages work without script, so the page is painted first and its code, which is loading already, runs afterwards. File by
 * file, so that an input never waits for all of it.
 */
const START_AFTER_PAINT =
  'requestAnimationFrame(()=>setTimeout(async()=>{' +
  "for(const{href}of document.querySelectorAll('link[rel=modulepreload]'))await import(href)" +
  '}))';

function headOf({ nonce, visit, view, filled, i18n, assets, branding, head }: RenderAsk): string {
  const { route, params, form, formToken } = view;
  const first = { name: route.name, params, data: filled.data, form, formToken };
  const texts = Object.fromEntries(
    [...FRAME_STRINGS, ...route.strings].map(area => [area, i18n.getResource(visit.locale, TEXTS, area) as unknown]),
  );
  const state = { visit, first, texts: { [visit.locale]: { [TEXTS]: texts } } };
  const preload = [...(assets.preload[filled.source] ?? []), assets.entry].map(
    file => `<link rel="modulepreload" fetchpriority="low" href="${file}" nonce="${nonce}">`,
  );
  return [
    // styled-components reads its nonce here; as `property` it stays invisible to CSS.
    `<meta property="csp-nonce" nonce="${nonce}">`,
    `<style nonce="${nonce}">${branding}</style>`,
    head,
    ...preload,
    `<script type="application/json" id="state">${escapeJson(state)}</script>`,
  ].join('');
}

/** JSON that cannot end its script element. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
