import type Joi from 'joi';
import type { ConnectionFault } from '../../../../shared/console/stations.ts';
import { OCPI_VERSIONS, type OcpiVersion, readMessage } from '../messages/message.ts';
import { type OcpiEndpoint, VERSION_DETAILS, VERSIONS, type VersionEntry } from '../messages/versions.ts';
import { excerptInWords } from '../transport/answerExcerpt.ts';
import type { OcpiAnswer, PeerClient } from '../transport/client.ts';
import { OcpiFailure } from '../transport/failure.ts';
import type { TokenEncoding } from '../transport/tokens.ts';

export class RegistrationFailed extends Error {
  override name = 'RegistrationFailed';
  readonly fault: ConnectionFault;

  constructor(fault: ConnectionFault, { detail, cause }: { detail?: string; cause?: unknown } = {}) {
    super(detail === undefined ? fault : `${fault}: ${detail}`, { cause });
    this.fault = fault;
  }
}

/**
 * The modules that a CPO platform must have before its points can be offered. Without 'sessions', the app could not find out
 * whether a start succeeded.
 */
const NEEDED = [
  ['credentials', null],
  ['locations', 'SENDER'],
  ['tariffs', 'SENDER'],
  ['sessions', 'SENDER'],
  ['cdrs', 'SENDER'],
  ['commands', 'RECEIVER'],
] as const;

function missingEndpoints(endpoints: readonly OcpiEndpoint[]): string[] {
  const has = (identifier: string, role: string | null) =>
    endpoints.some(each => each.identifier === identifier && (role === null || each.role === role));
  return NEEDED.filter(([identifier, role]) => !has(identifier, role)).map(([identifier, role]) =>
    role === null ? identifier : `${identifier} (${role})`,
  );
}

interface DiscoverOptions {
  /** The id of the connection, under which the exchanges are recorded. */
  id: string;
  client: PeerClient;
  versionsUrl: string;
  token: string;
  /** The token encoding that is known to work. Null: both encodings are tried. */
  encoding: TokenEncoding | null;
  confirmedHosts: readonly string[];
  /** The required version. Null: the newest version that both sides support and that has all required modules. */
  version: OcpiVersion | null;
  limitMs?: number;
}

export interface Discovery {
  version: OcpiVersion;
  endpoints: readonly OcpiEndpoint[];
  encoding: TokenEncoding;
}

/**
 * Reads a CPO platform's versions and selects the newest one that has all required modules.
 * @throws RegistrationFailed if there is none
 */
export async function discover(options: DiscoverOptions): Promise<Discovery> {
  const signal = AbortSignal.timeout(options.limitMs ?? 30_000);
  const { encoding, versions } = await readVersions(options, signal);
  const offered = versions.map(({ version }) => version).join(', ');
  const wanted = options.version === null ? OCPI_VERSIONS : [options.version];
  const common = wanted.flatMap(version => versions.find(each => each.version === version) ?? []);
  if (common.length === 0) throw new RegistrationFailed('no common version', { detail: `they speak ${offered}` });
  let lacking = '';
  for (const { version, url } of common) {
    checkHosts([url], options);
    const answer = await fetchFrom(options, { url, encoding, signal });
    const { endpoints } = read({ schema: VERSION_DETAILS, answer });
    const missing = missingEndpoints(endpoints);
    if (missing.length === 0) {
      checkHosts(
        endpoints.map(endpoint => endpoint.url),
        options,
      );
      return { version: version as OcpiVersion, endpoints, encoding };
    }
    lacking ||= `${version} has no ${missing.join(', ')}`;
  }
  throw new RegistrationFailed('endpoints missing', { detail: lacking });
}

/**
 * Reads the versions, first with the token in Base64, as OCPI requires, and if that fails, with the plain token. Any failure
 * leads to the second attempt, because not all CPO platforms respond with 401 to a token that they cannot read.
 */
async function readVersions(
  options: DiscoverOptions,
  signal: AbortSignal,
): Promise<{ encoding: TokenEncoding; versions: VersionEntry[] }> {
  const encodings: readonly TokenEncoding[] = options.encoding === null ? ['base64', 'raw'] : [options.encoding];
  let failed: OcpiAnswer | null = null;
  for (const encoding of encodings) {
    const answer = await fetchFrom(options, { url: options.versionsUrl, encoding, signal });
    if (answer.outcome === 'success') return { encoding, versions: read({ schema: VERSIONS, answer }) };
    if (answer.status !== 401) failed ??= answer;
  }
  throw failed === null ? new RegistrationFailed('token refused') : unanswered(failed);
}

interface Fetching {
  url: string;
  encoding: TokenEncoding;
  signal: AbortSignal;
}

async function fetchFrom({ client, token, id }: DiscoverOptions, fetching: Fetching): Promise<OcpiAnswer> {
  try {
    const call = { ...fetching, method: 'GET', token, module: 'versions', connectionId: id, isRegistration: true } as const;
    return await client.call(call);
  } catch (error) {
    if (!(error instanceof OcpiFailure)) throw error;
    throw new RegistrationFailed('cannot be reached', { detail: error.inWords, cause: error });
  }
}

const unanswered = (answer: OcpiAnswer): RegistrationFailed =>
  new RegistrationFailed('cannot be reached', { detail: `answers ${answerInWords(answer)}` });

/** Describes an unsuccessful response for the operator. */
export function answerInWords({ status, statusCode, statusMessage, excerpt }: OcpiAnswer): string {
  if (excerpt !== null) return excerptInWords(excerpt);
  return `${status}, ${statusCode ?? 'no code'} ${statusMessage ?? ''}`.trim();
}

function read<T>({ schema, answer }: { schema: Joi.Schema<T>; answer: OcpiAnswer }): T {
  if (answer.status === 401) throw new RegistrationFailed('token refused');
  if (answer.outcome !== 'success') throw unanswered(answer);
  const reading = readMessage({ schema, message: answer.data, version: '2.2.1' });
  if (reading.isValid) return reading.value;
  const [first] = reading.faults;
  throw new RegistrationFailed('unreadable answer', { detail: `${first?.path} ${first?.reason}` });
}

/**
 * Checks that tokens would be sent only to the CPO platform's own site and to hosts that the operator has confirmed.
 * @throws RegistrationFailed
 */
function checkHosts(urls: readonly string[], { versionsUrl, confirmedHosts }: DiscoverOptions): void {
  const own = new URL(versionsUrl).hostname;
  const hosts = new Set(urls.map(url => new URL(url).hostname));
  const others = [...hosts].filter(host => !isSameSite(host, own) && !confirmedHosts.includes(host));
  if (others.length > 0) throw new RegistrationFailed('other host', { detail: others.join(', ') });
}

/**
 * True for 'ocpi.cpo.example' and 'api.cpo.example'. False for two hosts that have only a public suffix such as 'co.uk' in
 * common.
 */
function isSameSite(a: string, b: string): boolean {
  if (a === b) return true;
  const siteOf = (host: string): string | null => {
    const labels = host.split('.');
    const [name = '', top = ''] = labels.slice(-2);
    const size = name.length <= 3 && top.length === 2 ? 3 : 2;
    return labels.length >= size && !/^[\d:[]/.test(top) ? labels.slice(-size).join('.') : null;
  };
  return siteOf(a) !== null && siteOf(a) === siteOf(b);
}
