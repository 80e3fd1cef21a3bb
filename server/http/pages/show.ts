import { STATUS_CODES } from 'node:http';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Visit } from '../../../client/app/App.tsx';
import { PAGES } from '../../../client/app/pages.ts';
import type { FormState } from '../../../client/core/pageData.tsx';
import { findRoute, type PageParams } from '../../../client/core/routes.ts';
import type { Client } from '../../../shared/charging/charging.ts';
import { NEUTRAL_BRAND } from '../../../shared/charging/neutralClient.ts';
import { withLocale } from '../../../shared/model/locales.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import { getOrMake } from '../../../shared/util/getOrMake.ts';
import { within } from '../../../shared/util/within.ts';
import { brandingCss } from '../../core/branding/brandingCss.ts';
import type { Backend } from '../../core/ports/backend.ts';
import { type Assets, stringsOf } from '../../render/assets.ts';
import type { Piece } from '../../render/documentParts.ts';
import { render, renderWhole, type WholeOptions } from '../../render/render.tsx';
import type { PageAnswer } from '../../render/sink.ts';
import type { FormTokens } from '../request/formToken.ts';
import type { Log } from '../request/log.ts';
import { problemOf, STATUS } from '../request/problems.ts';
import { permissionsPolicy } from '../request/security.ts';
import { sentForm } from '../request/submittedForm.ts';
import type { TextsIn } from '../request/translations.ts';
import { readable, type Visitor, visitorOf } from '../request/visitor.ts';
import { deferredTags, headOf } from './head.ts';
import { lastResort } from './lastResort.ts';
import { failureOf, NO_BRAND, type Shown, type StreamedPage, showInOrder } from './streamPage.ts';

/** The clock of the app. In a demo it may run faster. */
export interface ShownClock {
  now(): Date;
}

export interface ShowDependencies {
  backend: Backend;
  assets: Assets;
  formTokens: Pick<FormTokens, 'mint'>;
  textsIn: TextsIn;
  isDemo: boolean;
  hasOpenConsole: boolean;
  isReceiptsOnly: boolean;
  hasOfflinePages: boolean;
  pushKey: string | null;
  cardHost: string;
  log: Log;
  /** The last loaded version of each brand, for use during an outage. */
  shownBrands: LRUCache<string, Client>;
}

interface DrawOptions {
  visitor: Visitor;
  shown: Shown;
  /** The piece of a streamed page to render. Absent if the page is sent in one piece. */
  piece?: Piece;
  onError(error: unknown): void;
}

export interface Show {
  /** Renders a page that is identical for all visitors. Null if a part of it failed or is not loaded yet. */
  whole(visitor: Visitor, shown: Shown): string | null;
  /** Renders a page into a response without setting headers. */
  draw(answer: PageAnswer, request: DrawOptions): Promise<void>;
  /** Sets the headers and streams a page. */
  page(response: Response, shown: Shown): Promise<void>;
  /** Streams a page whose data is still loading. Each part is sent when it is ready, in document order. */
  inOrder(response: Response, page: StreamedPage): Promise<void>;
  /** Shows the error page. Robots get an empty body with the status code. */
  problem(response: Response, problem: Problem): Promise<void>;
}

export const MAX_BRANDS = 500;
/**
 * Maximum wait in milliseconds for the brand of an error page. It is short, because the visitor has already waited for the
 * failure.
 */
const BRAND_MS = 3000;

export function createShow(dependencies: ShowDependencies): Show {
  const { backend, shownBrands } = dependencies;
  const fetchBrand = (clientId: string): Promise<Client> =>
    within(
      backend.getClient({ clientId }).catch(() => backend.getClient({ clientId: NEUTRAL_BRAND })),
      BRAND_MS,
    );
  /** Errors of an unavailable database are not logged here: an outage is logged once, not for every page. */
  const onError = (error: unknown) => {
    if (problemOf(error).code !== 'unavailable') dependencies.log.bug(error);
  };
  /** Returns the last loaded version of a brand, for use during an outage. */
  const shownBrand = (clientId: string): Client => shownBrands.get(clientId) ?? shownBrands.get(NEUTRAL_BRAND) ?? NO_BRAND;
  const show: Show = {
    whole: (visitor, shown) => renderWhole(optionsOf(dependencies, { visitor, shown }, null)),
    draw(response, { onError, ...options }) {
      const { shown, visitor } = options;
      const formToken = shown.route.needsFormToken ? dependencies.formTokens.mint(new Date()) : null;
      const { status = 200 } = shown;
      return render({ ...optionsOf(dependencies, options, formToken), response, status, isBot: visitor.isBot, onError });
    },
    async page(response, shown) {
      setHeaders(response, shown);
      await show.draw(response, { visitor: visitorOf(response), shown, onError });
    },
    async inOrder(response, page) {
      setHeaders(response, page);
      // Disables buffering in a reverse proxy, which would delay the first parts.
      response.set('X-Accel-Buffering', 'no');
      const drawOptions = { visitor: visitorOf(response), onError };
      await showInOrder(page, {
        nonce: drawOptions.visitor.nonce,
        onError,
        draw: (shown, piece) => show.draw(response, { ...drawOptions, shown, piece }),
      });
    },
    async problem(response, problem) {
      const status = STATUS[problem.code];
      const visitor = response.locals.visitor as Visitor | undefined;
      if (problem.retryAfterS !== null) response.set('Retry-After', String(problem.retryAfterS));
      if (!visitor || visitor.isBot) {
        // Monitors and command lines log the body, so that an operator reads which part of the address is unknown.
        response.status(status).set('Cache-Control', 'no-store').type('text').send(`${STATUS_CODES[status]}: ${problem.code}\n`);
        return;
      }
      try {
        const clientId = /^\/([\w-]{1,64})\//.exec(visitor.path)?.[1] ?? NEUTRAL_BRAND;
        const client = problem.code === 'unavailable' ? shownBrand(clientId) : await fetchBrand(clientId);
        const params = { ...(client.id === NEUTRAL_BRAND ? {} : { clientId: client.id }), ...wrongPoint(problem, visitor) };
        const form = problem.code === 'unavailable' ? sentForm(response) : await similarIn(dependencies.backend, params);
        await show.page(response, { ...failureOf(problem), params, status, client, ...(form ? { form } : {}) });
      } catch (error) {
        dependencies.log.bug(error);
        if (response.headersSent) response.destroy();
        else
          response
            .status(500)
            .set('Cache-Control', 'no-store')
            .type('html')
            .send(lastResort(dependencies.textsIn(visitor.locale), visitor));
      }
    },
  };
  return show;
}

export function setHeaders(response: Response, { route }: Pick<Shown, 'route'>): void {
  response.locals.route = route.name;
  response.set('Cache-Control', route.isPrivate || response.locals.isIndividual ? 'no-store' : 'private, no-cache');
  response.set('Permissions-Policy', permissionsPolicy(route));
}

/** Returns the EVSE ID of a URL for which no charging point exists. The error page offers it for correction. */
function wrongPoint({ code }: Problem, { path }: Visitor): PageParams {
  if (code !== 'no-charging-point') return {};
  const { evseId } = findRoute(readable(path)).params;
  return evseId ? { evseId } : {};
}

/** Returns the values of the form that corrects an EVSE ID. Null: the path contains none. */
async function similarIn(backend: Backend, { clientId, evseId }: PageParams): Promise<FormState | null> {
  if (!evseId) return null;
  const similar = (await backend.findSimilarPoints?.({ text: evseId, clientId: clientId ?? null })) ?? [];
  return { values: { evse: evseId, similar: similar.join(' ') }, errors: {}, problem: null };
}

/** Cached styles. The style of a brand depends only on two colours, and takes half a millisecond to compute. */
const brands = new LRUCache<string, string>({ max: MAX_BRANDS });

/** Returns the style of a brand. If a colour is invalid, this is logged and the default style is used. */
function brandOf({ id, colors }: Client, log: Log): string {
  try {
    return getOrMake(brands, JSON.stringify(colors), () => brandingCss(colors));
  } catch (error) {
    log.warn('brand colour rejected', { client: id, reason: error instanceof Error ? error.message : '' });
    return brandingCss({ primary: null, secondary: null });
  }
}

export const clientIdOf = ({ clientId = NEUTRAL_BRAND }: PageParams): string => clientId;

/** Loads the brand that a page shows. */
export function clientOf(backend: Backend, params: PageParams): Promise<Client> {
  return backend.getClient({ clientId: clientIdOf(params) });
}

export function queryOf({ query }: Visitor): string {
  const text = new URLSearchParams(query).toString();
  return text ? `?${text}` : '';
}

function visitOf(
  { assets, isDemo, hasOpenConsole, isReceiptsOnly, hasOfflinePages, pushKey, cardHost }: ShowDependencies,
  visitor: Visitor,
  client: Client,
): Visit {
  const { locale, theme, origin, requestId } = visitor;
  const { sprite, build } = assets;
  const host = new URL(origin).host;
  const cardAt = cardHost.startsWith('/') ? host + cardHost : cardHost;
  return {
    locale,
    client,
    theme,
    isDemo,
    hasOpenConsole,
    isReceiptsOnly,
    hasOfflinePages,
    pushKey,
    host,
    cardAt,
    origin,
    sprite,
    build,
    requestId,
    strings: stringsOf(assets, locale),
    numberFormats: {},
  };
}

function optionsOf(
  dependencies: ShowDependencies,
  { visitor, shown, piece }: Omit<DrawOptions, 'onError'>,
  formToken: string | null,
): WholeOptions {
  const { backend, assets, isReceiptsOnly, log, shownBrands } = dependencies;
  const { route, params, client, filled, form = null, isStill } = shown;
  const texts = dependencies.textsIn(visitor.locale);
  // A reload would lose what was typed into the form of the page.
  const isTyping = route.needsFormToken && form !== null;
  if (client !== NO_BRAND) shownBrands.set(client.id, client);
  return {
    address: withLocale(visitor.locale, visitor.path) + queryOf(visitor),
    nonce: visitor.nonce,
    visit: visitOf(dependencies, visitor, client),
    view: { route, params, content: filled?.content ?? null, form, formToken },
    filled,
    source: filled?.source ?? PAGES[route.name].source,
    i18n: texts,
    charging: backend,
    assets,
    branding: brandOf(client, log),
    head: headOf({ visitor, texts, isReceiptsOnly, ...shown }),
    dataHead: filled === null ? '' : deferredTags(route, isTyping ? { ...filled, refreshS: null } : filled, piece),
    piece,
    isStill,
  };
}
