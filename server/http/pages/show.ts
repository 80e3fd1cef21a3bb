import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Visit } from '../../../client/app/App.tsx';
import { PAGES } from '../../../client/app/pages.ts';
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

/** The clock of the app, which may run faster in a demo. */
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
  /** Each brand as last displayed. */
  shownBrands: LRUCache<string, Client>;
}

interface DrawOptions {
  visitor: Visitor;
  shown: Shown;
  /** Absent if the page is sent in one piece. */
  piece?: Piece;
  onError(error: unknown): void;
}

export interface Show {
  /** Renders a page that is identical for all visitors. Null if a part has failed or is not available yet. */
  whole(visitor: Visitor, shown: Shown): string | null;
  /** Renders a page into a response without setting headers. */
  draw(answer: PageAnswer, request: DrawOptions): Promise<void>;
  /** Sets the headers and streams a page. */
  page(response: Response, shown: Shown): Promise<void>;
  /** Sends the available parts of a page, and then the late parts in the order of the document. */
  inOrder(response: Response, delayed: StreamedPage): Promise<void>;
  /** Shows the error page. Bots receive an empty body with the status code. */
  problem(response: Response, problem: Problem): Promise<void>;
}

export const MAX_BRANDS = 500;
/**
 * Maximum wait for the brand of an error page. The visitor has already waited for the failure, for example for a database that
 * does not respond.
 */
const BRAND_MS = 3000;

export function createShow(dependencies: ShowDependencies): Show {
  const { backend, shownBrands } = dependencies;
  const fetchBrand = (clientId: string): Promise<Client> =>
    within(
      backend.getClient({ clientId }).catch(() => backend.getClient({ clientId: NEUTRAL_BRAND })),
      BRAND_MS,
    );
  /** An outage is logged once, and not for every page that was being rendered. */
  const onError = (error: unknown) => {
    if (problemOf(error).code !== 'unavailable') dependencies.log.bug(error);
  };
  /** The brand as last displayed, for use during an outage. */
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
    async inOrder(response, delayed) {
      setHeaders(response, delayed);
      // A proxy that buffers the response would delay the first parts.
      response.set('X-Accel-Buffering', 'no');
      const drawOptions = { visitor: visitorOf(response), onError };
      await showInOrder(delayed, {
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
        response.status(status).set('Cache-Control', 'no-store').type('text').send('');
        return;
      }
      try {
        const clientId = /^\/([\w-]{1,64})\//.exec(visitor.path)?.[1] ?? NEUTRAL_BRAND;
        const client = problem.code === 'unavailable' ? shownBrand(clientId) : await fetchBrand(clientId);
        const params = { ...(client.id === NEUTRAL_BRAND ? {} : { clientId: client.id }), ...wrongPoint(problem, visitor) };
        const form = problem.code === 'unavailable' ? sentForm(response) : null;
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
  response.set('Cache-Control', route.isPrivate ? 'no-store' : 'private, no-cache');
  response.set('Permissions-Policy', permissionsPolicy(route));
}

/** The EVSE ID in an address without a charging point. The error page shows the ID in the input field for correction. */
function wrongPoint({ code }: Problem, { path }: Visitor): PageParams {
  if (code !== 'no-charging-point') return {};
  const { evseId } = findRoute(readable(path)).params;
  return evseId ? { evseId } : {};
}

/** Styles by colours. The style of a brand depends on two colours only and takes half a millisecond to compute. */
const brands = new LRUCache<string, string>({ max: MAX_BRANDS });

/** The style of a brand. An invalid colour is logged, and the default brand is used instead. */
function brandOf({ id, colors }: Client, log: Log): string {
  try {
    return getOrMake(brands, JSON.stringify(colors), () => brandingCss(colors));
  } catch (error) {
    log.warn('brand colour rejected', { client: id, reason: error instanceof Error ? error.message : '' });
    return brandingCss({ primary: null, secondary: null });
  }
}

export const clientIdOf = ({ clientId = NEUTRAL_BRAND }: PageParams): string => clientId;

/** The client whose brand a page shows. */
export function clientOf(backend: Backend, params: PageParams): Promise<Client> {
  return backend.getClient({ clientId: clientIdOf(params) });
}

export function queryOf({ query }: Visitor): string {
  const text = new URLSearchParams(query).toString();
  return text ? `?${text}` : '';
}

function visitOf(
  { assets, isDemo, hasOpenConsole, isReceiptsOnly, hasOfflinePages: keepsPages, pushKey, cardHost }: ShowDependencies,
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
    hasOfflinePages: keepsPages,
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
    delayed: filled === null ? '' : deferredTags(route, filled, piece),
    piece,
    isStill,
  };
}
