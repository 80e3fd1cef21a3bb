import type { Backend } from '../../core/ports/backend.ts';
import { type FormTokens, formTokenOf } from './formToken.ts';
import type { Proof } from './origin.ts';
import { visitorOf } from './visitor.ts';

/** The receipt search changes nothing, so its form needs no proof that this app has issued it. */
const SEARCH = /\/receipts$|^\/api\/clients\/[^/]+\/session-search$/;
const OWN_ID = /\/(?:sessions|orders|charging|pay|receipts)\/([\w.-]{16,300})(?=\/|$)/;

/**
 * Accepts a form without an origin header if its path contains an id that this app has issued, or if it has a form token signed
 * by this app.
 */
export function createProof({ backend, formTokens }: { backend: Backend; formTokens: FormTokens }): Proof {
  return async (request, response) => {
    const { path } = visitorOf(response);
    if (SEARCH.test(path)) return true;
    if (formTokens.isOurs(formTokenOf(request), new Date())) return true;
    const id = OWN_ID.exec(path)?.[1];
    return id !== undefined && (await backend.knows({ id }));
  };
}
