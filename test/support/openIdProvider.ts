import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Claims = Readonly<Record<string, unknown>>;

export interface ProviderFaults {
  /** Claims that are added to the ID token or replace its usual claims. */
  claims?: Claims;
  alg?: 'none' | 'HS256';
  /** True: the ID token is signed with a key that the sign-in provider does not publish. */
  isForged?: boolean;
  /** True: the provider has no address for signing out. */
  hasNoSignOut?: boolean;
  /** True: the provider accepts requests but never responds. */
  isSilent?: boolean;
}

export interface OpenIdProvider {
  issuer: string;
  /** Claims of the person who signs in next. */
  person: Claims;
  faults: ProviderFaults;
  /**
   * Signs the person in at the authorization URL.
   * @returns the URL of the console to which the sign-in provider redirects
   */
  approve(address: string): URL;
  close(): Promise<void>;
}

export const CLIENT_ID = 'console';
export const CLIENT_SECRET = 'the secret of the console';

interface Code {
  challenge: string;
  nonce: string;
  redirectUri: string;
}

/**
 * A local OpenID Connect provider with real HTTP and real signatures. Authorization codes are valid once, and PKCE is required.
 */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const [keys, others] = [newKeys(), newKeys()];
  const codes = new Map<string, Code>();
  const server = createServer(async (request, response) => {
    if (provider.faults.isSilent) return;
    const body = await answer(request);
    response.writeHead(body ? 200 : 400, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: 'invalid_grant' }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage): Promise<object | null> {
    if (request.url === '/.well-known/openid-configuration')
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        ...(provider.faults.hasNoSignOut ? {} : { end_session_endpoint: `${issuer}/sign-out` }),
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      };
    if (request.url === '/keys')
      return { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] };
    return request.url === '/token' ? exchange(request) : null;
  }

  async function exchange(request: IncomingMessage): Promise<object | null> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const [id = '', secret = ''] = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64')
      .toString()
      .split(':')
      .map(part => decodeURIComponent(part.replaceAll('+', ' ')));
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight = code?.challenge === challenge && code.redirectUri === form.get('redirect_uri');
    if (!code || !isRight || id !== CLIENT_ID || secret !== CLIENT_SECRET) return null;
    return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 60, id_token: idToken(code.nonce) };
  }

  function idToken(nonce: string): string {
    const { faults, person } = provider;
    const now = Math.floor(Date.now() / 1000);
    const header = { alg: faults.alg ?? 'RS256', kid: 'one' };
    const claims = { iss: issuer, aud: CLIENT_ID, iat: now, exp: now + 60, nonce, ...person, ...faults.claims };
    const body = [header, claims].map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const { privateKey } = faults.isForged ? others : keys;
    return `${body}.${faults.alg === 'none' ? '' : sign('sha256', Buffer.from(body), privateKey).toString('base64url')}`;
  }

  const provider: OpenIdProvider = {
    issuer,
    person: {},
    faults: {},
    approve(address) {
      const params = new URL(address).searchParams;
      const code = randomUUID();
      const redirectUri = params.get('redirect_uri') ?? '';
      codes.set(code, { challenge: params.get('code_challenge') ?? '', nonce: params.get('nonce') ?? '', redirectUri });
      const back = new URL(redirectUri);
      back.search = new URLSearchParams({ code, state: params.get('state') ?? '' }).toString();
      return back;
    },
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
  return provider;
}

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
