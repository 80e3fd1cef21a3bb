import { type ErrorRequestHandler, type Request, type Response, Router, urlencoded } from 'express';
import { matchPath } from 'react-router';
import type { ConsolePage, ConsoleRequest, Shown } from '../../../client/console/core/consolePage.ts';
import { Trouble } from '../../../client/console/pages/Trouble.tsx';
import { CONSOLE_PAGES } from '../../../client/console/pages.ts';
import type { Person } from '../../../shared/console/signedIn.ts';
import { BrandLimited } from '../../core/ports/consolePort.ts';
import { isFromOrigin } from '../request/origin.ts';
import { isLeft, problemOf } from '../request/problems.ts';
import { operatedFile, sendFile } from '../request/sendFile.ts';
import { flat } from '../request/visitor.ts';
import { metOf, prepareConsoleRequest } from './authenticate.ts';
import type { ConsoleDependencies } from './consoleDependencies.ts';
import { createFormMarks } from './formMarks.ts';
import { createSealedSearch, resolveSearch } from './sealedSearch.ts';
import { createShowConsole } from './showConsole.tsx';
import { createSignInCookie } from './signInCookie.ts';
import { signInPages } from './signInPages.tsx';

const TROUBLES = { noPage: 404, gone: 410, readOnly: 403, brandOnly: 403, form: 403, unavailable: 503, bug: 500 };
type TroubleKind = keyof typeof TROUBLES;

/** Serves the staff console: GET shows a page; POST performs an action and redirects. No response is cached. */
export function operatorConsole(dependencies: ConsoleDependencies): Router {
  const { console, texts, secret, isDemo, drivers, timeZone, clock } = dependencies;
  const marks = createFormMarks({ secret });
  const isSecure = dependencies.origin?.startsWith('https:') ?? false;
  const cookie = createSignInCookie({ isSecure });
  const show = createShowConsole({ texts, isDemo, drivers, timeZone, clock });
  const router = Router();
  router.use(prepareConsoleRequest(dependencies));
  router.use(urlencoded({ extended: false, limit: '16kb', inflate: false, parameterLimit: 200 }));

  /** Returns 'form' if a submitted form must be refused, or null if the console issued it for this sign-in. */
  const refusal = (request: Request, response: Response, signIn: string): 'form' | null =>
    isFromOrigin(request, metOf(response).origin) && marks.isOurs(valuesOf(request).form ?? '', signIn) ? null : 'form';
  const trouble = (
    response: Response,
    kind: TroubleKind,
    more: Partial<SignedInVisit> & { again?: string; typed?: Record<string, string> } = {},
  ) =>
    show(response, {
      who: more.who ?? null,
      attention: 0,
      tab: null,
      title: `frame.trouble.${kind}.title`,
      status: TROUBLES[kind],
      content: (
        <Trouble
          title={`frame.trouble.${kind}.title`}
          text={more.typed ? 'frame.trouble.form.kept' : `frame.trouble.${kind}.text`}
          {...(kind === 'bug' ? { id: metOf(response).requestId } : {})}
          {...(more.again ? { again: more.again, typed: more.typed } : {})}
        />
      ),
      mintForm: () => marks.mint(more.signIn ?? ''),
    });

  router.use(signInPages({ ...dependencies, cookie, marks, show, refusal, trouble }));

  router.use(async (request, response) => {
    const signIn = cookie.read(request);
    const who = signIn === null ? null : await console.signIns.find(signIn);
    if (signIn === null || who === null) {
      response.redirect(303, '/operator/sign-in');
      return;
    }
    const visit: SignedInVisit = { signIn, who };
    response.locals.visit = visit;
    if (request.method === 'GET' && (await dependencies.preview(request, response))) return;
    const found = pageAt(request.path);
    if (!found || !['GET', 'HEAD', 'POST'].includes(request.method)) return trouble(response, 'noPage', visit);
    const { requestId, locale } = metOf(response);
    const { page, params } = found;
    const sealedSearch = createSealedSearch({ secret, signIn });
    const typed = request.method === 'POST' ? valuesOf(request) : null;
    const resolved = resolveSearch(page, { typed, query: cut(request.query, MAX_QUERY_LENGTH) }, sealedSearch);
    if ('again' in resolved) return trouble(response, 'gone', { ...visit, ...resolved });
    if ('go' in resolved) return response.redirect(303, resolved.go);
    const operating = console.operatingAs(who, requestId);
    const consoleRequest: ConsoleRequest = { operating, who, locale, params, ...resolved };
    const shown = await answer(request, { page, options: consoleRequest, refused: () => refusal(request, response, signIn) });
    if (shown === 'form' && isFromOrigin(request, metOf(response).origin)) {
      const { form: _, ...typed } = valuesOf(request);
      return trouble(response, 'form', { ...visit, again: request.originalUrl, typed });
    }
    if (shown === null || typeof shown === 'string') return trouble(response, shown ?? 'noPage', visit);
    if ('go' in shown) return response.redirect(303, shown.go);
    if ('file' in shown) return sendFile(response, operatedFile(shown.file));
    const attention = await operating.countAttention();
    show(response, { ...shown, tab: page.tab, who, attention, mintForm: () => marks.mint(signIn) });
  });

  router.use(failed({ trouble, ...dependencies }));
  return router;
}

interface Failed extends Pick<ConsoleDependencies, 'reportUnavailable' | 'log'> {
  trouble(response: Response, kind: TroubleKind, visit?: SignedInVisit): void;
}

/** Returns the error handler, which shows an error page. */
function failed({ trouble, reportUnavailable, log }: Failed): ErrorRequestHandler {
  return (error, _request, response, next) => {
    if (response.headersSent || isLeft(error)) return next(error);
    if (error instanceof BrandLimited) return trouble(response, 'brandOnly', response.locals.visit as SignedInVisit);
    // Express and its parsers raise 'bad-request' only for forms that the console has not issued.
    const problem = problemOf(error);
    if (problem.code === 'bad-request') return trouble(response, 'form');
    if (problem.code === 'unavailable') {
      reportUnavailable(problem);
      response.set('Retry-After', String(problem.retryAfterS));
      return trouble(response, 'unavailable');
    }
    log.bug(error);
    trouble(response, 'bug');
  };
}

interface SignedInVisit {
  signIn: string;
  who: Person;
}

interface Answering {
  page: ConsolePage;
  options: ConsoleRequest;
  refused(): 'form' | null;
}

/**
 * Returns the page's response to a request. 'form' or 'readOnly': the submitted form was refused. Null: there is no such page,
 * or it accepts no forms.
 */
async function answer(request: Request, { page, options, refused }: Answering): Promise<Shown | 'form' | 'readOnly'> {
  if (request.method !== 'POST') return page.show(options);
  if (!page.post) return null;
  const why = refused();
  if (why) return why;
  if (options.who.may !== 'act') return 'readOnly';
  const { form = '', ...values } = valuesOf(request);
  return page.post({ ...options, values, form });
}

function pageAt(path: string): { page: ConsolePage; params: Record<string, string> } | null {
  for (const page of CONSOLE_PAGES) {
    const match = matchPath({ path: page.path, caseSensitive: true }, path);
    const params = match && decoded(match.params);
    if (params) return { page, params: cut(params) };
  }
  return null;
}

/**
 * Decodes path parameters.
 * @returns null if the percent-encoding is invalid
 */
function decoded(params: Readonly<Record<string, string | undefined>>): Record<string, string> | null {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value = '']) => [name, decodeURIComponent(value)]));
  } catch {
    return null;
  }
}

const MAX_CHARACTERS = 1000;
/** Maximum length of a query value. Encrypted search terms are longer than typed ones. */
const MAX_QUERY_LENGTH = 2000;

/** Keeps only text values, cut to a maximum length. */
const cut = (values: Readonly<Record<string, unknown>>, limit = MAX_CHARACTERS): Record<string, string> =>
  Object.fromEntries(Object.entries(flat(values)).map(([name, text]) => [name, text.slice(0, limit)]));

const valuesOf = (request: Request): Record<string, string> => cut((request.body ?? {}) as Record<string, unknown>);
