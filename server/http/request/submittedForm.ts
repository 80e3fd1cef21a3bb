import type { Request, Response } from 'express';
import type { FormState } from '../../../client/app/App.tsx';
import { MAX_FAULT_WORDS } from '../../../shared/charging/faultReport.ts';
import { Problem } from '../../../shared/model/problem.ts';

const MAX_LENGTH = 500;
/** Twice as long as the driver's words may be, so that the page can show words that are too long. */
const MAX_WORDS_LENGTH = 2 * MAX_FAULT_WORDS;
const maxLengthOf = (name: string) => (name === 'words' ? MAX_WORDS_LENGTH : MAX_LENGTH);

/** Whether the fields of a form were read. Only the form with a photo is multipart. */
const isForm = (request: Request): boolean =>
  Boolean(request.is('application/x-www-form-urlencoded')) ||
  (Boolean(request.is('multipart/form-data')) && request.body !== undefined);

/**
 * Returns the values of a submitted form.
 * @throws Problem 'bad-request' if the body cannot come from a form
 */
export function readValues(request: Request): Record<string, string> {
  if (!isForm(request)) throw new Problem('bad-request');
  const entries = Object.entries((request.body ?? {}) as Record<string, unknown>);
  if (entries.some(([, value]) => typeof value !== 'string')) throw new Problem('bad-request');
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value).slice(0, maxLengthOf(name))]));
}

/**
 * Returns the submitted form, so that an error page can offer to send it again. A form from another site is left out: sent again
 * from the app's own page, it would pass the origin check.
 * @returns null if no form was submitted
 */
export function sentForm({ req, locals }: Response): FormState | null {
  if (req.method !== 'POST' || locals.isFromUs !== true || !isForm(req)) return null;
  return { values: readValues(req), errors: {}, problem: null };
}
