import type { Request, Response } from 'express';
import type { FormState } from '../../../client/app/App.tsx';
import { Problem } from '../../../shared/model/problem.ts';

const MAX_LENGTH = 500;

/**
 * The values of a submitted form as texts.
 * @throws Problem 'bad-request' for a body that no form sends
 */
export function readValues(request: Request): Record<string, string> {
  if (!request.is('application/x-www-form-urlencoded')) throw new Problem('bad-request');
  const entries = Object.entries((request.body ?? {}) as Record<string, unknown>);
  if (entries.some(([, value]) => typeof value !== 'string')) throw new Problem('bad-request');
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value).slice(0, MAX_LENGTH)]));
}

/**
 * The submitted form, to be sent again unchanged after an error. A form of another site is not shown: if sent from the app's own
 * page, that form would pass the origin check.
 * @returns null if no form was submitted
 */
export function sentForm({ req, locals }: Response): FormState | null {
  if (req.method !== 'POST' || locals.isFromUs !== true || !req.is('application/x-www-form-urlencoded')) return null;
  return { values: readValues(req), errors: {}, problem: null };
}
