import express, { type Request, type Response, type Router } from 'express';
import { matchPath } from 'react-router';
import type { FormState } from '../../client/App.tsx';
import { findPage, type PageParams } from '../../client/pages.ts';
import type { SearchAsk, StartAsk } from '../../shared/charging.ts';
import { receiptSearchErrors } from '../../shared/forms/receiptSearch.ts';
import { PATHS, pathTo } from '../../shared/paths.ts';
import { Problem, type ProblemCode } from '../../shared/problem.ts';
import type { Backend } from '../backend.ts';
import { submitCompany } from './companyForm.ts';
import { keepFound } from './found.ts';
import { readAsk } from './input.ts';
import { STATUS } from './problems.ts';
import type { Intents } from './seal.ts';
import type { Search } from './searchLimits.ts';
import { clientOf, type Show } from './show.ts';
import { readable, type Visitor, visitorOf } from './visitor.ts';
import { submitWithdrawal } from './withdrawalForm.ts';

interface FormParts {
  backend: Backend;
  show: Show;
  intents: Intents;
  search: Search;
  isSecure: boolean;
}

export interface Submission {
  parts: FormParts;
  visitor: Visitor;
  params: PageParams;
  /** As typed: text by text, cut to a sane length. */
  values: Readonly<Record<string, string>>;
  response: Response;
  /** The visitor's, as far as proxies may be believed. */
  address: string;
}

/** Where to go next, or the page again with everything typed. */
export type Outcome =
  | { redirect: string }
  | { again: string; query?: Readonly<Record<string, string>>; form: FormState; status: number; retryAfterS?: number | null };
type Submit = (submission: Submission) => Promise<Outcome>;

/** Every form of the pages, by the address it posts to. They work without JavaScript. */
const FORMS: Readonly<Record<string, Submit>> = {
  [PATHS.payment]: submitStart,
  [PATHS.orderCancel]: submitOrderCancel,
  [PATHS.stop]: submitStop,
  [PATHS.cancelStart]: submitCancelStart,
  [PATHS.receipts]: submitSearch,
  [PATHS.withdrawal]: submitWithdrawal,
  [PATHS.companyInvoice]: submitCompany,
};

export function forms(parts: FormParts): Router {
  const router = express.Router();
  router.post('/{*any}', async (request, response) => {
    const visitor = visitorOf(response);
    const address = readable(visitor.path);
    for (const [path, submit] of Object.entries(FORMS)) {
      const match = matchPath({ path, caseSensitive: true }, address);
      if (!match) continue;
      response.locals.route = `submit ${path}`;
      const params = match.params as PageParams;
      const outcome = await submit({ parts, visitor, params, values: readValues(request), response, address: request.ip ?? '' });
      await answer(outcome, { parts, visitor, response });
      return;
    }
    throw new Problem('no-page');
  });
  return router;
}

async function answer(
  outcome: Outcome,
  { parts, visitor, response }: Pick<Submission, 'parts' | 'visitor' | 'response'>,
): Promise<void> {
  if ('redirect' in outcome) {
    response.set('Cache-Control', 'no-store').redirect(303, outcome.redirect);
    return;
  }
  if (outcome.retryAfterS) response.set('Retry-After', String(outcome.retryAfterS));
  const { backend, show } = parts;
  const { page, params } = findPage(readable(outcome.again));
  const ask = { locale: visitor.locale, params, query: outcome.query ?? {}, found: [] };
  const [client, loaded] = await Promise.all([clientOf(backend, params), page.load(backend, ask)]);
  if ('redirect' in loaded) response.redirect(303, loaded.redirect);
  else await show.page(response, { page, params, client, data: loaded.data, form: outcome.form, status: outcome.status });
}

const LONGEST = 500;
function readValues(request: Request): Record<string, string> {
  if (!request.is('application/x-www-form-urlencoded')) throw new Problem('bad-request');
  const entries = Object.entries((request.body ?? {}) as Record<string, unknown>);
  if (entries.some(([, value]) => typeof value !== 'string')) throw new Problem('bad-request');
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value).slice(0, LONGEST)]));
}

/** Problems the page itself can tell, with everything typed kept; all others go to the error page. */
const TOLD_ON_PAGE: readonly ProblemCode[] = [
  ...(['invalid-input', 'plug-taken', 'tariff-changed', 'payments-unavailable', 'stations-unavailable'] as const),
  ...(['search-failed', 'too-many', 'not-now'] as const),
];

function tell(
  error: unknown,
  { again, query, values }: { again: string; query?: Record<string, string>; values: FormState['values'] },
): Outcome {
  if (!(error instanceof Problem) || !TOLD_ON_PAGE.includes(error.code)) throw error;
  const problem = error.code === 'invalid-input' ? null : error.code;
  return {
    again,
    ...(query ? { query } : {}),
    form: { values, errors: error.fields, problem },
    status: STATUS[error.code],
    retryAfterS: error.retryAfterS,
  };
}

async function submitStart({ parts, visitor, params, values }: Submission): Promise<Outcome> {
  const { locale } = visitor;
  const { clientId = '', evseId = '' } = params;
  const again = visitor.path;
  const query = { ...(values.connector ? { plug: values.connector } : {}) };
  const intent = values.intent ?? '';
  const fresh: Outcome = { again, query, form: { values, errors: {}, problem: null }, status: 200 };
  if (!parts.intents.isOurs(intent, new Date())) return fresh;
  try {
    const started = await parts.backend.startSession(startAsk({ values, clientId, evseId, intent, locale }));
    if (started.kind === 'pay') return { redirect: started.url };
    return { redirect: pathTo('session', { locale, clientId, sessionId: started.sessionId }) };
  } catch (error) {
    // The form's order is over: what was typed goes into a new one.
    if (error instanceof Problem && error.code === 'link-expired') return fresh;
    return tell(error, { again, query, values });
  }
}

function startAsk({
  values,
  ...known
}: Pick<StartAsk, 'clientId' | 'evseId' | 'intent' | 'locale'> & { values: FormState['values'] }): StartAsk {
  const { firstName = '', lastName = '', email = '', emailConfirmation = '' } = values;
  const limit = values.limit ?? '';
  return readAsk('startSession', {
    ...known,
    connector: values.connector || 'none',
    limitMinor: limit === '' ? null : Number(limit),
    contact: { firstName, lastName, email, emailConfirmation },
    consents: { acceptTerms: values.acceptTerms !== undefined, acceptPrivacy: values.acceptPrivacy !== undefined },
    tariffVersion: values.tariffVersion || 'none',
  }) as StartAsk;
}

async function submitOrderCancel({ parts, visitor, params }: Submission): Promise<Outcome> {
  const { clientId = '', orderId = '' } = params;
  await parts.backend.cancelOrder({ orderId });
  return { redirect: pathTo('paymentReturn', { locale: visitor.locale, clientId, orderId }) };
}

async function submitStop({ parts, visitor, params, values }: Submission): Promise<Outcome> {
  const { clientId = '', sessionId = '' } = params;
  try {
    await parts.backend.stopSession({ sessionId });
  } catch (error) {
    const isTooLate = error instanceof Problem && error.code === 'not-now';
    if (!isTooLate) return tell(error, { again: visitor.path, values });
  }
  return { redirect: pathTo('session', { locale: visitor.locale, clientId, sessionId }) };
}

async function submitCancelStart({ parts, visitor, params }: Submission): Promise<Outcome> {
  const { clientId = '', sessionId = '' } = params;
  try {
    await parts.backend.cancelStart({ sessionId });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'not-now')) throw error;
  }
  return { redirect: pathTo('session', { locale: visitor.locale, clientId, sessionId }) };
}

async function submitSearch({ parts, visitor, params, values, response, address }: Submission): Promise<Outcome> {
  const { clientId = '' } = params;
  const again = visitor.path;
  const { country = '', date = '', price = '', creditCard = '', evse = '' } = values;
  const errors = receiptSearchErrors({ country, date, price, creditCard }, { latestDate: latestDay(new Date()) });
  if (Object.keys(errors).length > 0) return { again, form: { values, errors, problem: null }, status: STATUS['invalid-input'] };
  try {
    const point = evse.trim() === '' ? {} : { evseId: evse.trim() };
    const ask = readAsk('findSessions', { clientId, country, date, price, lastDigits: creditCard.trim(), ...point }) as SearchAsk;
    const found = await parts.search(ask, address);
    if (found.length === 0) return { again, form: { values, errors: {}, problem: 'no-receipt' }, status: 200 };
    keepFound(response, { receipts: found.map(({ receipt }) => receipt), path: '/', isSecure: parts.isSecure });
    return { redirect: pathTo('results', { locale: visitor.locale, clientId }) };
  } catch (error) {
    return tell(error, { again, values });
  }
}

/** The latest local day that has begun anywhere we sell: our easternmost zones are at most three hours ahead of UTC. */
const latestDay = (now: Date): string => new Date(now.getTime() + 3 * 3_600_000).toISOString().slice(0, 10);
