import type { Configuration } from 'openid-client';
import type { Known, SignInProvider, SignInRequest } from '../../core/ports/consolePort.ts';
import { accountIn, nameIn, type RoleClaim, rightsIn } from './claims.ts';

export interface OpenIdSettings extends RoleClaim {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

interface OpenIdDependencies {
  /** Writes one log line, without personal data from the identity provider. */
  warn(event: string, facts: Readonly<Record<string, string>>): void;
}

/**
 * Time limit in milliseconds for all requests to the identity provider in one step of the sign-in, because the person sees an
 * empty page meanwhile.
 */
const LIMIT_MS = 5000;

const loadLibrary = () => import('openid-client');
type Library = Awaited<ReturnType<typeof loadLibrary>>;

interface Opened {
  library: Library;
  provider: Configuration;
}

/**
 * Creates a sign-in provider for OpenID Connect: authorization code flow with PKCE, state and nonce. The signature of the ID
 * token is verified.
 */
export function createOpenId(settings: OpenIdSettings, { warn }: OpenIdDependencies): SignInProvider {
  let opened: Promise<Opened> | null = null;
  /** Caches the discovery of the identity provider. A failure is not cached, so the next sign-in tries again. */
  const openedOnce = (): Promise<Opened> => {
    opened ??= open(settings).catch(error => {
      opened = null;
      throw error;
    });
    return opened;
  };
  const orNull = async <T>(does: string, work: () => Promise<T>): Promise<T | null> => {
    try {
      return await inTime(work());
    } catch (error) {
      warn('sign-in provider request failed', { does, reason: reasonOf(error) });
      return null;
    }
  };
  return {
    request: ({ redirectUri }) => orNull('ask', async () => createAuthorizationRequest(await openedOnce(), redirectUri)),
    read: ({ address, ...requested }) =>
      orNull('answer', async () => {
        const { library, provider } = await openedOnce();
        const answer = await library.authorizationCodeGrant(provider, new URL(address), {
          pkceCodeVerifier: requested.verifier,
          expectedState: requested.state,
          expectedNonce: requested.nonce,
          idTokenExpected: true,
        });
        return known(answer.claims() ?? {}, settings);
      }),
    signOutAddress: ({ returnTo }) =>
      orNull('sign out', async () => {
        const { library, provider } = await openedOnce();
        if (!provider.serverMetadata().end_session_endpoint) return null;
        return library.buildEndSessionUrl(provider, { post_logout_redirect_uri: returnTo }).href;
      }),
  };
}

async function open({ issuer, clientId, clientSecret }: OpenIdSettings): Promise<Opened> {
  const library = await loadLibrary();
  const byForm = library.ClientSecretPost(clientSecret);
  const byHeader = library.ClientSecretBasic(clientSecret);
  const provider = await library.discovery(
    new URL(issuer),
    clientId,
    {},
    (server, ...call) =>
      (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? byForm : byHeader)(server, ...call),
    {
      timeout: LIMIT_MS / 1000,
      execute: [
        // Enables the check of the token signature. By default the library trusts a token that comes directly from the identity
        // provider.
        library.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [library.allowInsecureRequests] : []),
      ],
    },
  );
  return { library, provider };
}

async function createAuthorizationRequest({ library, provider }: Opened, redirectUri: string): Promise<SignInRequest> {
  const [state, nonce, verifier] = [library.randomState(), library.randomNonce(), library.randomPKCECodeVerifier()];
  const address = library.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    state,
    nonce,
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { address: address.href, state, nonce, verifier };
}

const known = (claims: Readonly<Record<string, unknown>>, settings: OpenIdSettings): Known => ({
  name: nameIn(claims),
  account: accountIn(claims),
  rights: rightsIn(claims, settings),
});

async function inTime<T>(work: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error('late')), LIMIT_MS);
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the error code, such as OAUTH_JWT_CLAIM_COMPARISON_FAILED, or else the name of the error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
