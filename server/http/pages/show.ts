import type { Request, Response } from 'express';
import type { FormState, PageView, Visit } from '../../../client/App.tsx';
import type { FilledPage } from '../../../client/page.ts';
import { PAGES } from '../../../client/pages.ts';
import { FAILURE, findRoute, NOT_FOUND, type PageParams, type Route } from '../../../client/routes.ts';
import type { Client } from '../../../shared/charging.ts';
import { withLocale } from '../../../shared/locales.ts';
import { NEUTRAL_BRAND } from '../../../shared/neutralClient.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Backend } from '../../backend.ts';
import { type Assets, stringsOf } from '../../render/assets.ts';
import { brandingCss } from '../../render/brandingCss.ts';
import { render } from '../../render/render.tsx';
import type { PageAnswer } from '../../render/sink.ts';
import type { FormTokens } from '../forms/formToken.ts';
import type { Log } from '../operations/log.ts';
import { STATUS } from '../problems.ts';
import { permissionsPolicy } from '../security.ts';
import { readable, type Visitor, visitorOf } from '../visitor.ts';
import { headOf } from './head.ts';
import { lastResort } from './lastResort.ts';

/** The time of the app, which a demo may run faster. */
export interface ShownClock {
  now(): Date;
}

export interface ShowDependencies {
  backend: Backend;
  assets: Assets;
  formTokens: FormTokens;
  isDemo: boolean;
  isReceiptsOnly: boolean;
  keepsPages: boolean;
  pushKey: string | null;
  cardHost: string;
  log: Log;
}

export interface Shown {
  route: Route;
  params: PageParams;
  filled: FilledPage;
  status?: number;
  form?: FormState;
  client: Client;
}

interface DrawAsk {
  visitor: Visitor;
  texts: Texts;
  shown: Shown;
  onError(error: unknown): void;
}

export interface Show {
  /** Renders a page into an answer, without any header. */
  draw(answer: PageAnswer, ask: DrawAsk): Promise<void>;
  /** Streams a page with everything around it. */
  page(response: Response, shown: Shown): Promise<void>;
  /** The page that tells what went wrong; bots get the bare status. */
  problem(response: Response, problem: Problem): Promise<void>;
}

export function createShow(dependencies: ShowDependencies): Show {
  const show: Show = {
    draw: (response, { visitor, texts, shown, onError }) =>
      render({
        response,
        status: shown.status ?? 200,
        address: withLocale(visitor.locale, visitor.path) + queryOf(visitor),
        nonce: visitor.nonce,
        isBot: visitor.isBot,
        visit: visitOf(dependencies, visitor, shown.client),
        view: viewOf(dependencies, shown),
        filled: shown.filled,
        i18n: texts,
        charging: dependencies.backend,
        assets: dependencies.assets,
        branding: brandOf(shown.client, dependencies.log),
        head: headOf({ visitor, texts, isReceiptsOnly: dependencies.isReceiptsOnly, ...shown }),
        onError,
      }),
    async page(response, shown) {
      const { route } = shown;
      response.locals.route = route.name;
      response.set('Cache-Control', route.isPrivate ? 'no-store' : 'private, no-cache');
      response.set('Permissions-Policy', permissionsPolicy(route));
      const onError = (error: unknown) => dependencies.log.bug(error);
      await show.draw(response, { visitor: visitorOf(response), texts: textsOf(response), shown, onError });
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
        const route = status === 404 ? NOT_FOUND : FAILURE;
        const clientId = /^\/([\w-]{1,64})\//.exec(visitor.path)?.[1] ?? NEUTRAL_BRAND;
        const client = await dependencies.backend
          .getClient({ clientId })
          .catch(() => dependencies.backend.getClient({ clientId: NEUTRAL_BRAND }));
        const params = { ...(client.id === NEUTRAL_BRAND ? {} : { clientId: client.id }), ...wrongPoint(problem, visitor) };
        const filled = PAGES[route.name].fill({ code: problem.code, retryAfterS: problem.retryAfterS });
        await show.page(response, { route, params, filled, status, client });
      } catch (error) {
        dependencies.log.bug(error);
        if (response.headersSent) response.destroy();
        else
          response
            .status(500)
            .set('Cache-Control', 'no-store')
            .type('html')
            .send(lastResort(textsOf(response), visitor));
      }
    },
  };
  return show;
}

type Texts = Parameters<typeof render>[0]['i18n'];
const textsOf = (response: Response): Texts => (response.req as Request & { i18n: Texts }).i18n;

/** The ID of an address to which no charging point belongs: it fills the field of the page, to be corrected. */
function wrongPoint({ code }: Problem, { path }: Visitor): PageParams {
  if (code !== 'no-charging-point') return {};
  const { evseId } = findRoute(readable(path)).params;
  return evseId ? { evseId } : {};
}

/** A colour that cannot be parsed is logged, and the default brand is shown instead. */
function brandOf({ id, colors }: Client, log: Log): string {
  try {
    return brandingCss(colors);
  } catch (error) {
    log.warn('colour refused', { client: id, reason: error instanceof Error ? error.message : '' });
    return brandingCss({ primary: null, secondary: null });
  }
}

/** The client whose brand a page wears. */
export function clientOf(backend: Backend, params: PageParams): Promise<Client> {
  return backend.getClient({ clientId: params.clientId ?? NEUTRAL_BRAND });
}

export function queryOf({ query }: Visitor): string {
  const text = new URLSearchParams(query).toString();
  return text ? `?${text}` : '';
}

function visitOf(
  { assets, isDemo, isReceiptsOnly, keepsPages, pushKey, cardHost }: ShowDependencies,
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
    isReceiptsOnly,
    keepsPages,
    pushKey,
    host,
    cardAt,
    origin,
    sprite,
    build,
    requestId,
    strings: stringsOf(assets, locale),
  };
}

function viewOf({ formTokens }: ShowDependencies, { route, params, filled: { content }, form }: Shown): PageView {
  return { route, params, content, form: form ?? null, formToken: route.isFullLoad ? formTokens.mint(new Date()) : null };
}
