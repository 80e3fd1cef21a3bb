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
  /** Path and query of the page, as in the browser's address bar. */
  address: string;
  /** Empty if the content security policy uses hashes instead of a nonce. */
  nonce: string;
  isBot: boolean;
  visit: Visit;
  view: PageView;
  /** The data of the page. Null while it is loading: only the part of the page that needs no data is then rendered. */
  filled: FilledPage | null;
  /** Path of the source file of the page component. */
  source: string;
  i18n: I18n;
  charging: Charging;
  assets: Assets;
  /** CSS variables of the brand, see brandingCss. */
  branding: string;
  /** Additional head tags, already escaped: links to other languages, and robots. */
  head: string;
  /** Head tags that depend on the data of the page. */
  dataHead: string;
  /** Absent if the page is sent as a whole. */
  piece?: Piece | undefined;
  /** True if the page contains no scripts and preloads none. */
  isStill?: boolean | undefined;
  onError(error: unknown): void;
}

/** What is needed to render a page into a string, without a response. */
export type WholeOptions = Omit<RenderOptions, 'response' | 'status' | 'isBot' | 'onError'>;

/**
 * Writes a page or a piece of a page. A whole page is rendered synchronously, which is cheaper. Pieces, and pages that cannot be
 * completed synchronously, are streamed by React. Resolves when the output is written, the response has ended or the visitor has
 * disconnected.
 */
export async function render(options: RenderOptions): Promise<void> {
  // The visitor disconnected between two pieces. Waiting for 'close' would never end, because this event is emitted only once.
  if (options.response.destroyed) return;
  const html = options.piece === undefined ? renderWhole(options) : null;
  if (html === null) await stream(options);
  else await answer(options, html);
}

async function answer({ response, status }: RenderOptions, html: string): Promise<void> {
  const closed = new Promise<void>(resolve => response.once('close', resolve));
  response.status(status);
  response.type('html');
  // The string is encoded here. Otherwise Node.js would read it twice, to count its bytes and to encode them.
  response.end(Buffer.from(html));
  await closed;
}

/**
 * Renders a page synchronously.
 * @returns null if a part failed or is not ready, which only streaming can handle
 */
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

/** Markers that React writes for a Suspense boundary whose content is missing. */
const UNFINISHED = ['<!--$!-->', '<!--$?-->'];

const pageOf = ({ address, visit, view, i18n, charging }: WholeOptions, sheet: ServerStyleSheet): ReactElement =>
  sheet.collectStyles(
    <StaticRouter location={address} basename={visit.locale === DEFAULT_LOCALE ? '/' : `/${visit.locale}`}>
      <I18nextProvider i18n={i18n}>
        <CachedStyles>
          <App
            visit={visit}
            charging={charging}
            loader={{ view: () => fulfilled(view), loadTexts: async () => undefined }}
            globalStyle={<GlobalStyle />}
          />
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
    // With the default size, React sends a large Suspense boundary with a script that reveals it, even if its content is ready.
    // Visitors without JavaScript, and robots, need plain HTML.
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
    // The next piece renders the frame again, with the same global style. Without this reset, styled-components would treat it as
    // a second global style.
    if (isLast) sheet.seal();
    else sheet.instance.gs = {};
  }
}

/** Pages work without scripts, so the browser displays the page first. The script is preloaded, and runs after that. */
const START_AFTER_PAINT =
  "requestAnimationFrame(()=>setTimeout(()=>import(document.querySelector('link[rel=modulepreload]').href)))";

function ownOf({ nonce, source, branding, head, dataHead, assets, filled, isStill = false, ...request }: WholeOptions): OwnParts {
  const files = isStill ? [] : [assets.entry, ...(assets.preload[source] ?? [])];
  const own = nonce && ` nonce="${nonce}"`;
  const preload = files.map(file => `<link rel="modulepreload" fetchpriority="low" href="${file}"${own}>`);
  return {
    // styled-components reads the nonce from this tag, because browsers hide the `nonce` attribute of elements.
    early: (own && `<meta property="csp-nonce"${own}>`) + preload.join(''),
    brand: `<style${own}>${branding}</style>${head}`,
    page: dataHead,
    end:
      filled === null || isStill
        ? ''
        : `<script type="application/json" id="state">${stateOf({ ...request, assets }, filled)}</script>` +
          `<script${own}>${START_AFTER_PAINT}</script>`,
  };
}

/** Serialises the state from which the browser hydrates the page. */
function stateOf(
  { visit, view, i18n, assets }: Pick<RenderOptions, 'visit' | 'view' | 'i18n' | 'assets'>,
  { data, laterStrings }: FilledPage,
): string {
  const { route, params, form, formToken } = view;
  const { strings: _, ...rest } = visit;
  const areas = [...FRAME_STRINGS, ...route.strings].filter(area => !laterStrings.includes(area));
  const own = `"visit":${withinJson(escapeJson(rest), 'strings', laterTexts(assets, visit, areas))}`;
  const first = escapeJson({ name: route.name, params, form, formToken });
  return `{${own},"first":${withinJson(first, 'data', escapeJson(data ?? null))},"texts":${textsIn(i18n, visit.locale, areas)}}`;
}

/** Adds a field with a serialised value to a serialised JSON object. */
const withinJson = (object: string, name: string, value: string): string => `${object.slice(0, -1)},"${name}":${value}}`;

const addressesOf = new WeakMap<Assets, Map<string, string>>();

/** Serialises the URLs of all texts that the page does not contain. Cached, because they do not change within a build. */
function laterTexts(assets: Assets, { locale, strings }: Visit, areas: readonly string[]): string {
  const written = getOrMake(addressesOf, assets, () => new Map<string, string>());
  return getOrMake(written, [locale, ...areas].join(' '), () =>
    escapeJson(Object.fromEntries(Object.entries(strings).filter(([area]) => !areas.includes(area)))),
  );
}

const textsOf = new WeakMap<I18n, Map<string, string>>();

/** Serialises the texts of some areas as JSON. Cached, because texts do not change while a process runs. */
function textsIn(i18n: I18n, locale: Locale, areas: readonly string[]): string {
  const written = getOrMake(textsOf, i18n, () => new Map<string, string>());
  return getOrMake(written, [locale, ...areas].join(' '), () =>
    escapeJson(Object.fromEntries(areas.map(area => [area, i18n.getResource(locale, TEXTS, area) as unknown]))),
  );
}

/** Serialises a value as JSON that cannot end the surrounding script element. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
