import type { i18n as I18n } from 'i18next';
import type { ReactElement } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { StaticRouter } from 'react-router';
import { ServerStyleSheet } from 'styled-components';
import { App, fulfilled, GlobalStyle, type PageView, type Visit } from '../../client/app/App.tsx';
import type { FilledPage } from '../../client/core/page.ts';
import { FRAME_STRINGS } from '../../client/core/routes.ts';
import type { Charging } from '../../shared/charging/charging.ts';
import { TEXTS } from '../../shared/charging/i18n.ts';
import { DEFAULT_LOCALE, type Locale } from '../../shared/model/locales.ts';
import { getOrMake } from '../../shared/util/getOrMake.ts';
import type { Assets } from './assets.ts';
import { CachedStyles } from './CollectedStyles.tsx';
import { firstOf, isCut, type OwnParts, type Piece } from './documentParts.ts';
import { sentStyles } from './sentStyles.ts';
import { HtmlSink, type PageAnswer } from './sink.ts';

const RENDER_LIMIT_MS = 10_000;

export interface RenderOptions {
  response: PageAnswer;
  status: number;
  /** Path and query as the browser has them. */
  address: string;
  /** Empty where hashes take its place. */
  nonce: string;
  isBot: boolean;
  visit: Visit;
  view: PageView;
  /** Null: its data is not there yet, and only what comes before is rendered. */
  filled: FilledPage | null;
  /** Path of the page's file. */
  source: string;
  i18n: I18n;
  charging: Charging;
  assets: Assets;
  /** Brand variables, see brandingCss. */
  branding: string;
  /** More for the head, already escaped: alternates, robots. */
  head: string;
  /** Of the head, but known with the page's data. */
  delayed: string;
  /** Absent where the page goes whole. */
  piece?: Piece | undefined;
  /** Without scripts, and without what they would load. */
  isStill?: boolean | undefined;
  onError(error: unknown): void;
}

/** What a page is made of, without where it goes. */
export type WholeOptions = Omit<RenderOptions, 'response' | 'status' | 'isBot' | 'onError'>;

/**
 * Writes a page, or a piece of it. What goes whole is written at once, which costs less; React streams the rest, and whatever
 * it could not finish. Resolves when it was written, the answer has ended or the visitor has left.
 */
export async function render(options: RenderOptions): Promise<void> {
  // Who left between two pieces is told nothing more, and closes no second time.
  if (options.response.destroyed) return;
  const html = options.piece === undefined ? renderWhole(options) : null;
  if (html === null) await stream(options);
  else await answer(options, html);
}

async function answer({ response, status }: RenderOptions, html: string): Promise<void> {
  const closed = new Promise<void>(resolve => response.once('close', resolve));
  response.status(status);
  response.type('html');
  // As text it would be gone through twice more, to be counted and to be encoded.
  response.end(Buffer.from(html));
  await closed;
}

/** Null: something failed or is waited for, which a stream knows to tell. */
export function renderWhole(options: WholeOptions): string | null {
  const { nonce, piece } = options;
  const sheet = new ServerStyleSheet({ nonce });
  try {
    const html = renderToString(pageOf(options, sheet));
    if (UNFINISHED.some(mark => html.includes(mark))) return null;
    return firstOf(`<!DOCTYPE html>${html}`, { styles: sentStyles(sheet), own: ownOf(options), piece });
  } catch {
    return null;
  } finally {
    sheet.seal();
  }
}

/** How React marks a boundary whose content did not come. */
const UNFINISHED = ['<!--$!-->', '<!--$?-->'];

const pageOf = ({ address, visit, view, i18n, charging }: WholeOptions, sheet: ServerStyleSheet): ReactElement =>
  sheet.collectStyles(
    <StaticRouter location={address} basename={visit.locale === DEFAULT_LOCALE ? '/' : `/${visit.locale}`}>
      <I18nextProvider i18n={i18n}>
        <CachedStyles>
          <App visit={visit} charging={charging} loader={{ view: () => fulfilled(view) }} globalStyle={<GlobalStyle />} />
        </CachedStyles>
      </I18nextProvider>
    </StaticRouter>,
  );

async function stream(options: RenderOptions): Promise<void> {
  const { response, nonce, isBot, piece } = options;
  const isLast = !isCut(piece);
  const sheet = piece?.sheet ?? new ServerStyleSheet({ nonce });
  const { promise: isStarted, resolve: start, reject: refuse } = Promise.withResolvers<void>();

  const { pipe, abort } = renderToPipeableStream(pageOf(options, sheet), {
    nonce,
    // React moves large boundaries behind a script even when everything is there. Visitors without JavaScript, and bots,
    // must get them as plain HTML.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onShellReady: () => !isBot && start(),
    onAllReady: () => isBot && start(),
    onShellError: refuse,
    onError: options.onError,
  });
  const timer = setTimeout(() => abort(new Error('Rendering took too long')), RENDER_LIMIT_MS);
  response.once('close', () => {
    clearTimeout(timer);
    if (!response.writableFinished) abort(new Error('The visitor left'));
  });
  try {
    await isStarted;
    if (response.destroyed) return;
    if (piece === undefined || piece.from === 'start') {
      response.status(options.status);
      response.type('html');
    }
    const sink = new HtmlSink({ response, sheet, own: ownOf(options), piece });
    const written = isLast ? response : sink;
    pipe(sink);
    await new Promise<void>(resolve => written.once('close', resolve));
  } finally {
    clearTimeout(timer);
    // The next piece renders the frame once more: its global style must not count as another one.
    if (isLast) sheet.seal();
    else sheet.instance.gs = {};
  }
}

/** Pages work without script, so the page is painted first and its code, which is loading already, runs afterwards. */
const START_AFTER_PAINT =
  "requestAnimationFrame(()=>setTimeout(()=>import(document.querySelector('link[rel=modulepreload]').href)))";

function ownOf({ nonce, source, branding, head, delayed, assets, filled, isStill = false, ...request }: WholeOptions): OwnParts {
  const files = isStill ? [] : [assets.entry, ...(assets.preload[source] ?? [])];
  const own = nonce && ` nonce="${nonce}"`;
  const preload = files.map(file => `<link rel="modulepreload" fetchpriority="low" href="${file}"${own}>`);
  return {
    // styled-components reads its nonce here; as `property` it stays invisible to CSS.
    early: (own && `<meta property="csp-nonce"${own}>`) + preload.join(''),
    brand: `<style${own}>${branding}</style>${head}`,
    page: delayed,
    end:
      filled === null || isStill
        ? ''
        : `<script type="application/json" id="state">${stateOf({ ...request, assets }, filled)}</script>` +
          `<script${own}>${START_AFTER_PAINT}</script>`,
  };
}

/** What the browser goes on with. */
function stateOf(
  { visit, view, i18n, assets }: Pick<RenderOptions, 'visit' | 'view' | 'i18n' | 'assets'>,
  { data }: FilledPage,
): string {
  const { route, params, form, formToken } = view;
  const { strings: _, ...rest } = visit;
  const areas = [...FRAME_STRINGS, ...route.strings];
  const own = `"visit":${withinJson(escapeJson(rest), 'strings', laterTexts(assets, visit, areas))}`;
  const first = escapeJson({ name: route.name, params, form, formToken });
  return `{${own},"first":${withinJson(first, 'data', escapeJson(data ?? null))},"texts":${textsIn(i18n, visit.locale, areas)}}`;
}

/** An object with one more field, whose value has been written already. */
const withinJson = (object: string, name: string, value: string): string => `${object.slice(0, -1)},"${name}":${value}}`;

const addressesOf = new WeakMap<Assets, Map<string, string>>();

/** Where to fetch the texts that a page has not: as long as the build they are the same. */
function laterTexts(assets: Assets, { locale, strings }: Visit, areas: readonly string[]): string {
  const written = getOrMake(addressesOf, assets, () => new Map<string, string>());
  return getOrMake(written, [locale, ...areas].join(' '), () =>
    escapeJson(Object.fromEntries(Object.entries(strings).filter(([area]) => !areas.includes(area)))),
  );
}

const textsOf = new WeakMap<I18n, Map<string, string>>();

/** The texts of some areas as JSON. They are read once by a process, so they are written once for each set of areas. */
function textsIn(i18n: I18n, locale: Locale, areas: readonly string[]): string {
  const written = getOrMake(textsOf, i18n, () => new Map<string, string>());
  return getOrMake(written, [locale, ...areas].join(' '), () =>
    escapeJson(Object.fromEntries(areas.map(area => [area, i18n.getResource(locale, TEXTS, area) as unknown]))),
  );
}

/** JSON that cannot end its script element. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
