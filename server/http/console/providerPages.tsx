import { type Request, type Response, Router } from 'express';
import type { ReactNode } from 'react';
import type { TextKey } from '../../../client/console/core/translations.ts';
import { SignedIn, SignIn } from '../../../client/console/pages/SignIn.tsx';
import { MINUTE_MS } from '../../../shared/model/time.ts';
import type { Secret } from '../../../shared/util/secret.ts';
import type { SignInProvider, SignInRequest, SignIns } from '../../core/ports/consolePort.ts';
import { decrypted, encrypted } from '../../platform/sealed.ts';
import type { CountSignIn } from '../limits/signInLimits.ts';
import { metOf } from './authenticate.ts';
import type { ConsoleDependencies } from './consoleDependencies.ts';
import { createRequestCookie, type SignInCookie } from './signInCookie.ts';

export type Gate = (response: Response, title: TextKey, content: ReactNode, status?: number) => void;

interface ProviderDependencies extends ConsoleDependencies {
  provider: SignInProvider;
  cookie: SignInCookie;
  gate: Gate;
  countSignIn: CountSignIn;
}

export const PROVIDER_PATH = '/operator/sign-in/provider';
const ANSWER_PATH = `${PROVIDER_PATH}/answer`;
const REQUEST_MS = 15 * MINUTE_MS;

/** Routes for sign-in with a company account: the redirect to the identity provider, and the return from it. */
export function providerPages({ provider, cookie, gate, countSignIn, secret, origin, console }: ProviderDependencies): Router {
  const { signIns } = console;
  const asking = createRequestCookie({ isSecure: origin?.startsWith('https:') ?? false });
  const showProblem = (response: Response, problem: 'provider' | 'no-role' | 'too-many', status: number) =>
    gate(
      response,
      'frame.signIn.title',
      <SignIn providerPath={PROVIDER_PATH} demoPath={null} signOutAddress={null} problem={problem} />,
      status,
    );
  const refuse = async (response: Response, status: number) => {
    await signIns.refused('provider', metOf(response).requestId);
    showProblem(response, 'provider', status);
  };
  /**
   * Refuses a response of the identity provider that this browser did not request. Strangers can send any number of such
   * responses, so the audit log records only those within the rate limit.
   */
  const refuseUnasked = async (request: Request, response: Response) => {
    const isCounted = (await countSignIn(request.ip ?? '')) === null;
    return isCounted ? refuse(response, 400) : showProblem(response, 'provider', 400);
  };
  const router = Router();

  router.get('/sign-in/provider', async (request, response) => {
    const retryAfterS = await countSignIn(request.ip ?? '');
    if (retryAfterS !== null) {
      response.set('Retry-After', String(retryAfterS));
      return showProblem(response, 'too-many', 429);
    }
    const signInRequest = await provider.request({ redirectUri: metOf(response).origin + ANSWER_PATH });
    if (!signInRequest) return refuse(response, 503);
    await signIns.storeRequest(signInRequest.state, sealed(signInRequest, secret));
    asking.write(response, signInRequest.state, REQUEST_MS);
    response.redirect(303, signInRequest.address);
  });

  router.get('/sign-in/provider/answer', async (request, response) => {
    const signInRequest = await findSignInRequest(signIns, {
      state: asking.read(request),
      reported: request.query.state,
      secret,
    });
    asking.clear(response);
    if (!signInRequest) return refuseUnasked(request, response);
    const { origin: here, requestId } = metOf(response);
    const known = await provider.read({ ...signInRequest, address: new URL(request.originalUrl, here).href });
    if (!known) return refuse(response, 400);
    const { name, account, rights } = known;
    if (rights === null || (rights.brand !== undefined && !(await signIns.hasBrand(rights.brand)))) {
      await signIns.refusedAccount(known, requestId);
      return showProblem(response, 'no-role', 403);
    }
    const signedIn = await signIns.enter({ name, account, ...rights, by: 'provider' }, requestId);
    cookie.write(response, signedIn.token, signedIn.lastsMs);
    gate(response, 'frame.welcome.title', <SignedIn />);
  });
  return router;
}

interface Answering {
  state: string | null;
  reported: unknown;
  secret: Secret;
}

/**
 * Loads and removes the pending sign-in of this browser. The returned state must match the cookie; otherwise an attacker could
 * sign a person in under the attacker's account.
 */
async function findSignInRequest(signIns: SignIns, { state, reported, secret }: Answering): Promise<SignInRequest | null> {
  if (state === null || reported !== state) return null;
  const sealedRequest = await signIns.redeemRequest(state);
  return sealedRequest === null ? null : opened(sealedRequest, secret);
}

const PURPOSE = 'operator-sign-in';
const sealed = (requested: SignInRequest, secret: Secret): string =>
  encrypted(JSON.stringify(requested), { secret, purpose: PURPOSE });

/** Decrypts a pending sign-in. Null if it was encrypted with an earlier SECRET. */
function opened(stored: string, secret: Secret): SignInRequest | null {
  try {
    return JSON.parse(decrypted(stored, { secret, purpose: PURPOSE })) as SignInRequest;
  } catch {
    return null;
  }
}
