import express, { type Request, type Response, type Router } from 'express';
import { matchPath } from 'react-router';
import type { FormState } from '../../../client/app/App.tsx';
import { PAGES } from '../../../client/app/pages.ts';
import { findRoute } from '../../../client/core/routes.ts';
import type { StartRequest } from '../../../shared/charging/charging.ts';
import { PATHS, pathTo } from '../../../shared/charging/paths.ts';
import { isConsent } from '../../../shared/forms/contact.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { foundReceipts, searchedFor } from '../pages/found.ts';
import { clientOf } from '../pages/show.ts';
import { orderOf } from '../request/codeProof.ts';
import { formTokenOf } from '../request/formToken.ts';
import { parseRequest } from '../request/input.ts';
import { sendFile } from '../request/sendFile.ts';
import { readValues } from '../request/submittedForm.ts';
import { deleteUnfinishedPayment, saveUnfinishedPayment } from '../request/unfinishedPayment.ts';
import { readable, visitorOf } from '../request/visitor.ts';
import { submitCompany } from './companyForm.ts';
import { submitExpenseExport } from './expenseExportForm.ts';
import { submitFault } from './faultForm.ts';
import { submitFreeNotice } from './freeNoticeForm.ts';
import { submitGoal } from './goalForm.ts';
import { confirmAddress } from './mistypedAddress.ts';
import { submitFoundMail, submitReceiptMail } from './receiptMailForm.ts';
import { submitSearch } from './searchForm.ts';
import { type FormDependencies, type Outcome, redisplayForm, type Submission } from './submission.ts';
import { submitWithdrawal } from './withdrawalForm.ts';

type Submit = (submission: Submission) => Promise<Outcome>;

/** Handlers of the forms on the drivers' pages, by path. All forms work without JavaScript. */
const FORMS: Readonly<Record<string, Submit>> = {
  [PATHS.payment]: submitStart,
  [PATHS.freeNotice]: submitFreeNotice,
  [PATHS.faultReport]: submitFault,
  [PATHS.orderCancel]: submitOrderCancel,
  [PATHS.stop]: submitStop,
  [PATHS.goal]: submitGoal,
  [PATHS.cancelStart]: submitCancelStart,
  [PATHS.unlock]: submitUnlock,
  [PATHS.receipts]: submitSearch,
  [PATHS.withdrawal]: submitWithdrawal,
  [PATHS.companyInvoice]: submitCompany,
  [PATHS.receiptMail]: submitReceiptMail,
  [PATHS.foundMail]: submitFoundMail,
  [PATHS.results]: submitExpenseExport,
};

export const FORM_PATHS: readonly string[] = Object.keys(FORMS);

export function forms(dependencies: FormDependencies): Router {
  const router = express.Router();
  router.post('/{*any}', async (request, response) => {
    const visitor = visitorOf(response);
    const address = readable(visitor.path);
    for (const [path, submit] of Object.entries(FORMS)) {
      const match = matchPath({ path, caseSensitive: true }, address);
      if (!match) continue;
      response.locals.route = `submit ${path}`;
      const { params } = match;
      const outcome = await submit({
        dependencies,
        visitor,
        params,
        values: readValues(request),
        response,
        address: request.ip ?? '',
      });
      if (isScript(request) && !('download' in outcome)) sendOutcome(outcome, response);
      else await answer(outcome, { dependencies, visitor, response });
      return;
    }
    throw new Problem('no-page');
  });
  return router;
}

/**
 * Whether the script of a page sent the form. It gets the outcome as JSON; a browser without JavaScript gets a redirect or a
 * page.
 */
const isScript = (request: Request): boolean => request.get('accept') === 'application/json';

function sendOutcome(outcome: Exclude<Outcome, { download: unknown }>, response: Response): void {
  response.set('Cache-Control', 'no-store');
  if ('redirect' in outcome) {
    response.json(outcome);
    return;
  }
  if (outcome.retryAfterS) response.set('Retry-After', String(outcome.retryAfterS));
  const { errors, problem } = outcome.form;
  response.status(outcome.status).json({ errors, problem });
}

async function answer(
  outcome: Outcome,
  { dependencies, visitor, response }: Pick<Submission, 'dependencies' | 'visitor' | 'response'>,
): Promise<void> {
  if ('redirect' in outcome) {
    response.set('Cache-Control', 'no-store').redirect(303, outcome.redirect);
    return;
  }
  if ('download' in outcome) {
    await sendFile(response, outcome.download);
    return;
  }
  if (outcome.retryAfterS) response.set('Retry-After', String(outcome.retryAfterS));
  const { backend, show } = dependencies;
  const { route, params } = findRoute(readable(outcome.again));
  const { found, searched } = outcome.forward ?? { found: foundReceipts(response.req), searched: searchedFor(response.req) };
  const input = { locale: visitor.locale, params, query: outcome.query ?? {}, found, searched, now: dependencies.clock.now() };
  const [client, loaded] = await Promise.all([clientOf(backend, params), PAGES[route.name].load(backend, input)]);
  if ('redirect' in loaded) response.redirect(303, loaded.redirect);
  else
    await show.page(response, { route, params, client, filled: await loaded.filled, form: outcome.form, status: outcome.status });
}

async function submitStart({ dependencies, visitor, params, values: sent, response, address }: Submission): Promise<Outcome> {
  const { locale } = visitor;
  const { clientId = '', evseId = '' } = params;
  const { formTokens, codeProofs, backend } = dependencies;
  const values = withoutOldProof(sent, codeProofs.slotOf(sent.codeProof, evseId));
  const again = visitor.path;
  const query = { ...(values.connector ? { plug: values.connector } : {}) };
  const formToken = formTokenOf(response.req);
  const fresh: Outcome = { again, query, form: { values, errors: {}, problem: null }, status: 200 };
  if (!formTokens.isOurs(formToken, new Date())) return fresh;
  const doubtful = confirmAddress(values);
  if (doubtful) return { ...fresh, form: { values: doubtful, errors: {}, problem: null } };
  try {
    const input = parseStartRequest({ values, clientId, evseId, formToken, locale });
    const started = await backend.startSession({ ...orderOf(codeProofs, input), visitor: dependencies.visitorId(address) });
    saveUnfinishedPayment(response, { clientId, started, isSecure: dependencies.isSecure });
    if (started.kind === 'pay') return { redirect: started.url };
    return { redirect: pathTo('session', { locale, clientId, sessionId: started.sessionId }) };
  } catch (error) {
    // The order that this form token created is closed. The typed values are shown in a new form.
    if (error instanceof Problem && error.code === 'link-expired') return fresh;
    return redisplayForm(error, { again, query, values });
  }
}

/**
 * Removes an expired proof that the driver has scanned the code on the station's screen. The page then no longer says that the
 * driver is at the station.
 */
function withoutOldProof({ codeProof, ...values }: FormState['values'], slot: number | null): FormState['values'] {
  return codeProof === undefined || slot === null ? values : { ...values, codeProof };
}

function parseStartRequest({
  values,
  ...known
}: Pick<StartRequest, 'clientId' | 'evseId' | 'formToken' | 'locale'> & { values: FormState['values'] }): StartRequest {
  const { firstName = '', lastName = '', email = '', emailConfirmation = '' } = values;
  const limit = values.limit ?? '';
  return parseRequest('startSession', {
    ...known,
    connector: values.connector || 'none',
    limitMinor: limit === '' ? null : Number(limit),
    contact: { firstName, lastName, email, emailConfirmation },
    consents: { acceptTerms: isConsent(values.acceptTerms), acceptPrivacy: isConsent(values.acceptPrivacy) },
    tariffVersion: values.tariffVersion || 'none',
    ...(values.codeProof ? { codeProof: values.codeProof } : {}),
  });
}

async function submitOrderCancel({ dependencies, visitor, params, response }: Submission): Promise<Outcome> {
  const { clientId = '', orderId = '' } = params;
  await dependencies.backend.cancelOrder({ orderId });
  deleteUnfinishedPayment(response);
  return { redirect: pathTo('paymentReturn', { locale: visitor.locale, clientId, orderId }) };
}

async function submitStop({ dependencies, visitor, params, values }: Submission): Promise<Outcome> {
  const { clientId = '', sessionId = '' } = params;
  try {
    await dependencies.backend.stopSession({ sessionId });
  } catch (error) {
    const isNotNow = error instanceof Problem && error.code === 'not-now';
    if (!isNotNow) return redisplayForm(error, { again: visitor.path, values });
  }
  return { redirect: pathTo('session', { locale: visitor.locale, clientId, sessionId }) };
}

async function submitUnlock({ dependencies, visitor, params }: Submission): Promise<Outcome> {
  const { clientId = '', sessionId = '' } = params;
  try {
    await dependencies.backend.unlockPlug({ sessionId });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'not-now')) throw error;
  }
  return { redirect: pathTo('session', { locale: visitor.locale, clientId, sessionId }) };
}

async function submitCancelStart({ dependencies, visitor, params }: Submission): Promise<Outcome> {
  const { clientId = '', sessionId = '' } = params;
  try {
    await dependencies.backend.cancelStart({ sessionId });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'not-now')) throw error;
  }
  return { redirect: pathTo('session', { locale: visitor.locale, clientId, sessionId }) };
}
