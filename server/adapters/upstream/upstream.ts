import { createHash } from 'node:crypto';
import type { Charging, Client, SearchQuery } from '../../../shared/charging/charging.ts';
import { NEUTRAL_BRAND, NEUTRAL_CLIENT } from '../../../shared/charging/neutralClient.ts';
import type { FoundSession } from '../../../shared/charging/receipt.ts';
import type { LegalKind, LegalNode, LegalText } from '../../../shared/model/legal.ts';
import { RESERVED_WORDS } from '../../../shared/model/locales.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { currencyAt } from '../../../shared/price/currencies.ts';
import type { Backend } from '../../core/ports/backend.ts';
import type { Clock } from '../../core/ports/ports.ts';
import { type Brand, type Brands, createBrands } from './brands.ts';
import { type Calls, createCalls, type UpstreamAddress } from './calls.ts';
import { failureFacts } from './failure.ts';
import { fetchLogo, type ReadImage } from './logo.ts';
import { createReceipts, isAt, priceText, type Receipts, type ReceiptTokens } from './receipts.ts';
import { LIMIT_MS } from './request.ts';
import type { UpstreamMetadata } from './wire.ts';

export interface UpstreamDependencies {
  address: UpstreamAddress;
  /** Names of brands by id, for brands whose metadata contains no name. */
  clientNames: Readonly<Record<string, string>>;
  logoHosts: readonly string[];
  receiptTokens: ReceiptTokens;
  clock: Clock;
  readImage: ReadImage;
  /** Converts HTML from a brand into a tree that contains only allowed elements. */
  legalNodes(html: string): readonly LegalNode[];
  /** Logs an event with error codes and error texts, without personal data. */
  note(event: string, facts: Readonly<Record<string, string>>): void;
}

export interface Upstream {
  backend: Backend;
  health: Calls['health'];
}

interface UpstreamContext {
  calls: Calls;
  brands: Brands;
  receipts: Receipts;
  clientNames: UpstreamDependencies['clientNames'];
  legalNodes: UpstreamDependencies['legalNodes'];
}

/**
 * Creates a Backend that gets receipts and brands from an external service, by the two calls of docs/contracts/upstream.md. All
 * other methods throw Problem 'not-offered'.
 */
export function createUpstream({
  address,
  clientNames,
  logoHosts,
  receiptTokens,
  clock,
  readImage,
  legalNodes,
  note,
}: UpstreamDependencies): Upstream {
  const calls = createCalls({ address, clock, note });
  const brands = createBrands({
    clock,
    metadata: uuid => calls.metadata({ uuid }),
    async logo(source) {
      try {
        return await fetchLogo(source, { baseUrl: address.baseUrl, hosts: logoHosts, readImage });
      } catch (error) {
        note('upstream request failed', { call: 'logo', ...failureFacts(error) });
        return null;
      }
    },
  });
  const context: UpstreamContext = { calls, brands, receipts: createReceipts({ receiptTokens, clock }), clientNames, legalNodes };
  return {
    health: calls.health,
    backend: {
      ...NOT_OFFERED,
      getClient: ({ clientId }) => getClient(context, clientId),
      getLegalText: request => getLegalText(context, request),
      admitClient: async ({ clientId }) => admit(clientId),
      findLogo: async ({ clientId }) => (await findBrand(context, clientId))?.logo ?? null,
      findClients: async () => [],
      findDemoPoints: async () => [],
      findSessions: request => findSessions(context, request),
      getReceipt: async ({ receipt }) => context.receipts.readReceipt(receipt),
      knows: async () => false,
    },
  };
}

const notOffered = async (): Promise<never> => {
  throw new Problem('not-offered');
};

type Offered =
  | 'getClient'
  | 'findClients'
  | 'getLegalText'
  | 'findLogo'
  | 'admitClient'
  | 'findDemoPoints'
  | 'findSessions'
  | 'getReceipt'
  | 'knows';
const NOT_OFFERED: Omit<Backend, Offered> & Omit<Charging, Offered> = {
  findChargingPoint: notOffered,
  getChargingPoint: notOffered,
  findAlternatives: notOffered,
  requestFreeNotice: notOffered,
  estimateCost: notOffered,
  startSession: notOffered,
  refreshOrder: notOffered,
  cancelOrder: notOffered,
  getSession: notOffered,
  getWatchedSession: notOffered,
  cancelStart: notOffered,
  stopSession: notOffered,
  unlockPlug: notOffered,
  setGoal: notOffered,
  watchSession: () => ({ [Symbol.asyncIterator]: () => ({ next: notOffered }) }),
  watchPoint: () => ({ [Symbol.asyncIterator]: () => ({ next: notOffered }) }),
  checkBill: notOffered,
  sendReceipt: notOffered,
  forwardReceipts: notOffered,
  reportFault: notOffered,
  requestCompanyInvoice: notOffered,
  withdraw: notOffered,
  enablePush: notOffered,
  disablePush: notOffered,
  checkCode: notOffered,
  // Not offered, because the contract with the external service specifies no URL for documents.
  getInvoice: notOffered,
  getCalibrationData: notOffered,
};

const CLIENT_ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Finds a brand.
 * @returns null if it is unknown, or for the neutral brand, which exists only in the app
 * @throws Problem 'no-client' if the id is malformed
 */
async function findBrand({ brands }: UpstreamContext, clientId: string): Promise<Brand | null> {
  if (clientId === NEUTRAL_BRAND) return null;
  admit(clientId);
  return brands.find(clientId);
}

/**
 * Checks the id of a brand.
 * @throws Problem 'no-client' if it is malformed or a reserved word
 */
function admit(clientId: string): void {
  if (!CLIENT_ID.test(clientId) || RESERVED_WORDS.includes(clientId)) throw new Problem('no-client');
}

const getClient = async (context: UpstreamContext, clientId: string): Promise<Client> =>
  clientOf(context, clientId, await findBrand(context, clientId));

function clientOf({ clientNames }: UpstreamContext, clientId: string, brand: Brand | null): Client {
  const own = Object.hasOwn(clientNames, clientId) ? clientNames[clientId] : undefined;
  const name = brand?.metadata.name ?? own ?? NEUTRAL_CLIENT.name;
  const identity = { id: clientId, uuid: uuidOf(clientId, brand), name, isDefault: brand === null };
  if (brand === null) return { ...NEUTRAL_CLIENT, ...identity };
  const { metadata, logo } = brand;
  const { primary, secondary, supportPhone, supportEmail } = metadata;
  return {
    ...NEUTRAL_CLIENT,
    ...identity,
    colors: { primary, secondary },
    supportPhone,
    supportEmail,
    ...(metadata.currency ? { currency: metadata.currency, currencies: [metadata.currency] } : {}),
    logoDark: null,
    logo: logo && { src: `/assets/logos/${clientId}/${logo.hash}`, width: logo.width, height: logo.height },
  };
}

const uuidOf = (clientId: string, brand: Brand | null): string => brand?.metadata.clientUuid ?? clientId;

const LEGAL_FIELDS: Readonly<Partial<Record<LegalKind, keyof UpstreamMetadata>>> = {
  terms: 'termsBody',
  privacy: 'privacy',
  imprint: 'imprint',
  publicInfo: 'publicInfo',
};

async function getLegalText(
  context: UpstreamContext,
  { clientId, kind }: { clientId: string; kind: LegalKind },
): Promise<LegalText | null> {
  const field = LEGAL_FIELDS[kind];
  const brand = await findBrand(context, clientId);
  const html = field && brand?.metadata[field];
  if (!html) return null;
  const hash = createHash('sha256').update(html).digest('hex');
  return { kind, locale: null, nodes: context.legalNodes(html), hash };
}

/**
 * Searches sessions within five seconds.
 * @throws Problem 'search-failed' for every failure of the external service
 */
async function findSessions(context: UpstreamContext, request: SearchQuery): Promise<readonly FoundSession[]> {
  const { clientId, country, date, lastDigits, evseId } = request;
  const signal = AbortSignal.timeout(LIMIT_MS);
  const brand = await findBrand(context, clientId);
  const price = priceText(request.price);
  if (price === null) return [];
  const query = { clientUuid: uuidOf(clientId, brand), country, date, price, lastDigits };
  try {
    const sessions = await context.calls.sessions({ query, signal });
    const currency = currencyAt(country, clientOf(context, clientId, brand));
    return sessions
      .filter(session => isAt(session, evseId))
      .map(session => context.receipts.foundSession(session, { ...request, currency }));
  } catch (error) {
    throw new Problem('search-failed', { cause: error });
  }
}
