import type { Response } from 'express';
import type { i18n as I18n } from 'i18next';
import type { FormState } from '../../../client/app/App.tsx';
import type { Searched } from '../../../client/core/page.ts';
import type { PageParams } from '../../../client/core/routes.ts';
import { Problem, type ProblemCode } from '../../../shared/model/problem.ts';
import type { Backend } from '../../core/ports/backend.ts';
import type { FaultLimits } from '../limits/faultLimits.ts';
import type { Forward } from '../limits/forwardLimits.ts';
import type { RequestNotice } from '../limits/noticeLimits.ts';
import type { Search } from '../limits/searchLimits.ts';
import type { Show, ShownClock } from '../pages/show.ts';
import type { CodeProofs } from '../request/codeProof.ts';
import type { FormTokens } from '../request/formToken.ts';
import { STATUS } from '../request/problems.ts';
import type { SentFile } from '../request/sendFile.ts';
import type { Visitor } from '../request/visitor.ts';

export interface FormDependencies {
  backend: Backend;
  show: Show;
  formTokens: FormTokens;
  codeProofs: CodeProofs;
  search: Search;
  forward: Forward;
  requestNotice: RequestNotice;
  faults: FaultLimits;
  clock: ShownClock;
  /** The texts of all languages. */
  texts: I18n;
  /** Returns a stable id of a visitor, derived from the IP address. */
  visitorId(address: string): string;
  isSecure: boolean;
}

export interface Submission {
  dependencies: FormDependencies;
  visitor: Visitor;
  params: PageParams;
  /** The submitted values, cut to a maximum length. */
  values: Readonly<Record<string, string>>;
  response: Response;
  /** IP address of the visitor. Forwarding headers are used only if they come from a trusted proxy. */
  address: string;
}

/** Search results for the next page. After a redirect, that page reads them from a cookie. */
export interface Handed {
  found: readonly string[];
  searched: Searched;
}

/** The response to a form: a redirect, a download, or the page again with the typed values. */
export type Outcome =
  | { redirect: string; forward?: Handed }
  | { download: SentFile }
  | {
      again: string;
      query?: Readonly<Record<string, string>>;
      form: FormState;
      status: number;
      retryAfterS?: number | null;
      forward?: Handed;
    };
/** Problems that are shown on the page of the form, with the typed values. All other problems lead to the error page. */
const SHOWN_ON_PAGE: readonly ProblemCode[] = [
  ...(['invalid-input', 'plug-taken', 'tariff-changed', 'code-used', 'payments-unavailable', 'stations-unavailable'] as const),
  ...(['search-failed', 'too-many', 'unpaid-orders', 'small-sessions', 'not-now'] as const),
];

/**
 * Converts an error to an outcome that shows the form again with the problem.
 * @throws the error if the page of the form cannot show it
 */
export function redisplayForm(
  error: unknown,
  { again, query, values }: { again: string; query?: Record<string, string>; values: FormState['values'] },
): Outcome {
  if (!(error instanceof Problem) || !SHOWN_ON_PAGE.includes(error.code)) throw error;
  const problem = error.code === 'invalid-input' ? null : error.code;
  return {
    again,
    ...(query ? { query } : {}),
    form: { values, errors: error.fields, problem },
    status: STATUS[error.code],
    retryAfterS: error.retryAfterS,
  };
}
