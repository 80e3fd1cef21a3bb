import type { Request, Response } from 'express';
import type { FormState } from '../../../client/app/App.tsx';
import { Problem } from '../../../shared/model/problem.ts';

const MAX_LENGTH = 500;

/** What a form was sent with, text by text. @throws Problem 'bad-request' for what no form sends */
export function readValues(request: Request): Record<string, string> {
  if (!request.is('application/x-www-form-urlencoded')) throw new Problem('bad-request');
  const entries = Object.entries((request.body ?? {}) as Record<string, unknown>);
  if (entries.some(([, value]) => typeof value !== 'string')) throw new Problem('bad-request');
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value).slice(0, MAX_LENGTH)]));
}

/**
 * A form to be sent once more as it is; null: there is none. What another site has sent is not shown: sent from our page, it would
 * be taken for ours.
 */
export function sentForm({ req, locals }: Response): FormState | null {
  if (req.method !== 'POST' || locals.isFromUs !== true || !req.is('application/x-www-form-urlencoded')) return null;
  return { values: readValues(req), errors: {}, problem: null };
}
