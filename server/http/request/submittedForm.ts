import type { Request, Response } from 'express';
import type { FormState } from '../../../client/app/App.tsx';
import { Problem } from '../../../shared/model/problem.ts';

const MAX_LENGTH = 500;

/**
 * Returns the values of a submitted form.
 * @throws Problem 'bad-request' if the body cannot come from a form
 */
export function readValues(request: Request): Record<string, string> {
  if (!request.is('application/x-www-form-urlencoded')) throw new Problem('bad-request');
  const entries = Object.entries((request.body ?? {}) as Record<string, unknown>);
  if (entries.some(([, value]) => typeof value !== 'string')) throw new Problem('bad-request');
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value).slice(0, MAX_LENGTH)]));
}

/**
 * Returns the submitted form, so that an error page can offer to send it again. A form from another site is left out: sent again
 * from the app's own page, it would pass the origin check.
 * @returns null if no form was submitted
 */
export function sentForm({ req, locals }: Response): FormState | null {
  if (req.method !== 'POST' || locals.isFromUs !== true || !req.is('application/x-www-form-urlencoded')) return null;
  return { values: readValues(req), errors: {}, problem: null };
}
