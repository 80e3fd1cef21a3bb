import type { Configuration } from 'openid-client';
import type { Known, SignInProvider, SignInRequest } from '../../core/ports/backend.ts';
import { accountIn, nameIn, type RoleClaim, roleIn } from './claims.ts';

export interface OpenIdSettings extends RoleClaim {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

interface OpenIdDependencies {
  /** One line for the log, without what the provider has told of a person. */
  warn(event: string, facts: Readonly<Record<string, string>>): void;
}

/** Somebody waits before an empty page: whatever is asked of the provider, together it takes no longer. */
const LIMIT_MS = 5000;

const loadLibrary = () => import('openid-client');
type Library = Awaited<ReturnType<typeof loadLibrary>>;

interface Opened {
  library: Library;
  provider: Configuration;
}

/** A provider of OpenID Connect: authorization code with PKCE, state and nonce, and an ID token whose signature is checked. */
export function createOpenId(settings: OpenIdSettings, { warn }: OpenIdDependencies): SignInProvider {
  let opened: Promise<Opened> | null = null;
  /** Found once; not finding it is forgotten, so that the next one who signs in asks again. */
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
        // What comes straight from the provider would be believed unsigned otherwise.
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
  may: roleIn(claims, settings),
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

/** Its code, such as OAUTH_JWT_CLAIM_COMPARISON_FAILED. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
