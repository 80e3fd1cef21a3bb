import path from 'node:path';
import { type RefundLimits, readRefundLimits } from '../../shared/console/refundLimits.ts';
import type { Secret } from '../../shared/util/secret.ts';
import { type BooksConfig, booksOf } from './settingBooks.ts';
import { type DocumentStorage, documentsOf } from './settingDocuments.ts';
import { jointFaults, renamedFaults } from './settingFaults.ts';
import { readTrustedProxies, type TrustedProxies } from './settingProxies.ts';
import { secretOf, secretOfMachine } from './settingSecret.ts';
import { ConfigRefused, faultOf, SETTINGS, type Settings, STATION_SOURCES, type StationSourceName } from './settings.ts';

/** Someone else's service, where it is the backend. */
export interface UpstreamConfig {
  /** Without a slash at its end. */
  baseUrl: string;
  metadataPath: string;
  token: string | null;
  /** Client's id → name, where its metadata tell none. */
  clientNames: Readonly<Record<string, string>>;
}

export interface OcpiConfig {
  party: { country_code: string; party_id: string };
  name: string;
  allowsPrivatePeers: boolean;
}

export interface Config {
  port: number;
  /** Undefined: every interface. */
  host: string | undefined;
  /** Null in demo mode: the request's own host, loopback and private hosts only. */
  publicOrigin: string | null;
  trustProxy: TrustedProxies;
  secret: Secret;
  isDemo: boolean;
  /** Null: our own operator. */
  upstream: UpstreamConfig | null;
  /** Hosts, with their port where it is not 443. */
  logoHosts: readonly string[];
  /** For the embedded database, e-mails without a mail server, and the demo's secret. */
  dataDir: string;
  /** Null: the database is a file in `dataDir`. */
  databaseUrl: string | null;
  databaseListenUrl: string | null;
  documents: DocumentStorage;
  operatorData: string;
  payments: PaymentsConfig;
  /** Who we are to peers that speak OCPI; null: nobody. */
  ocpi: OcpiConfig | null;
  /** Where charging points are reached. */
  stations: readonly StationSourceName[];
  simulatorSpeed: number;
  /** Live views open at once in this process. */
  maxStreams: number;
  smtpUrl: string | null;
  mailFrom: string;
  /** VAT IDs of companies are looked up in the register of the European Commission. */
  checksVatIds: boolean;
  statusToken: string | null;
  /** What messages to devices are signed with, and whom their push services may turn to; null: none are offered. */
  push: { privateKey: string; olderKey: string | null; subject: string } | null;
  /** E-mail address or page for whoever finds a hole. */
  securityContact: string | null;
  /** Drivers' own pages are kept on their devices for the times without a connection. */
  hasOfflinePages: boolean;
  /** Null: the audit is in the database alone. */
  auditFile: string | null;
  logLevel: string;
  /** For commands from afar; null: there are none. */
  operatorApiToken: string | null;
  /** How the books are kept, and whose they are at DATEV. */
  books: BooksConfig;
  /** What one person may give back of a session; null: whatever there is. */
  maxRefund: RefundLimits | null;
  /** The console of the people who run the shop; null: there is none. */
  console: ConsoleConfig | null;
}

export interface ConsoleConfig {
  /** Null: a demo, on local addresses. */
  origin: string | null;
  hasOwnHost: boolean;
  /** Everybody may come in: a demo that has no address of its own. */
  isOpen: boolean;
  /** A provider of OpenID Connect; null: there is none. */
  provider: ProviderConfig | null;
}

interface ProviderConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  claim: string;
  read: readonly string[];
  act: readonly string[];
}

export type PaymentsConfig = { name: 'sandbox' } | { name: 'stripe'; secretKey: string; webhookSecrets: readonly string[] };

/** A demo writes its e-mails into a folder and sends none. */
const DEMO_SENDER = 'Charging <no-reply@charging.example>';

const text = (settings: Settings, name: string): string | null => (settings[name] === undefined ? null : String(settings[name]));

/**
 * Reads the settings once. Demo is decided by PUBLIC_ORIGIN alone; live mode needs its secrets and stores named.
 * @throws ConfigRefused naming every fault.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { value, error } = SETTINGS.validate(env, { abortEarly: false, stripUnknown: true });
  const settings = value as Settings;
  const details = error?.details ?? [];
  const refused = details.map(({ path: [name] }) => String(name));
  const faults = [...details.map(faultOf), ...jointFaults(settings, refused), ...renamedFaults(env)];
  if (faults.length > 0) throw new ConfigRefused(`Invalid settings:\n${faults.map(fault => `- ${fault}`).join('\n')}`);

  const publicOrigin = text(settings, 'PUBLIC_ORIGIN');
  const isDemo = settings.BACKEND === 'embedded' && (publicOrigin === null || settings.DEMO === '1');
  const dataDir = path.resolve(text(settings, 'DATA_DIR') ?? 'data');
  return {
    port: Number(settings.PORT),
    host: text(settings, 'HOST') ?? undefined,
    publicOrigin: publicOrigin === null ? null : new URL(publicOrigin).origin,
    trustProxy: readTrustedProxies(String(settings.TRUST_PROXY)) ?? 0,
    secret: secretOf(settings) ?? secretOfMachine(dataDir),
    isDemo,
    upstream: settings.BACKEND === 'upstream' ? upstreamConfig(settings) : null,
    logoHosts: (text(settings, 'LOGO_HOSTS') ?? '').toLowerCase().match(/[^\s,]+/g) ?? [],
    dataDir,
    databaseUrl: text(settings, 'DATABASE_URL'),
    databaseListenUrl: text(settings, 'DATABASE_LISTEN_URL'),
    documents: documentsOf(settings),
    operatorData: path.resolve(text(settings, 'OPERATOR_DATA') ?? 'demo'),
    payments: paymentsOf(settings),
    ocpi: ocpiOf(settings),
    stations: STATION_SOURCES.filter(name => String(settings.STATIONS).split(',').includes(name)),
    simulatorSpeed: Number(settings.SIMULATOR_SPEED),
    maxStreams: Number(settings.MAX_STREAMS),
    smtpUrl: text(settings, 'SMTP_URL'),
    mailFrom: text(settings, 'MAIL_FROM') ?? DEMO_SENDER,
    checksVatIds: settings.VAT_CHECK === undefined ? !isDemo : settings.VAT_CHECK === 'on',
    statusToken: text(settings, 'STATUS_TOKEN'),
    push: pushOf(settings, publicOrigin),
    securityContact: text(settings, 'SECURITY_CONTACT'),
    hasOfflinePages: settings.OFFLINE_PAGES !== 'off',
    auditFile: text(settings, 'AUDIT_FILE'),
    logLevel: String(settings.LOG_LEVEL),
    operatorApiToken: text(settings, 'OPERATOR_API_TOKEN'),
    books: booksOf(settings),
    maxRefund: readRefundLimits(text(settings, 'OPERATOR_MAX_REFUND') ?? ''),
    console: consoleOf(settings, publicOrigin),
  };
}

/** Where the app is reached from outside; without a public address, on this machine. */
export const originOf = ({ publicOrigin, port }: Pick<Config, 'publicOrigin' | 'port'>): string =>
  publicOrigin ?? `http://localhost:${port}`;

/** Off unless somebody has switched it on; a demo on local addresses has it, for everybody. */
function consoleOf(settings: Settings, publicOrigin: string | null): ConsoleConfig | null {
  const isOpen = settings.BACKEND === 'embedded' && publicOrigin === null;
  const isOn = settings.OPERATOR_CONSOLE === undefined ? isOpen : settings.OPERATOR_CONSOLE === 'on';
  if (!isOn || settings.BACKEND !== 'embedded') return null;
  const own = text(settings, 'OPERATOR_ORIGIN');
  const origin = own ?? publicOrigin;
  return {
    origin: origin === null ? null : new URL(origin).origin,
    hasOwnHost: own !== null,
    isOpen,
    provider: providerOf(settings),
  };
}

function providerOf(settings: Settings): ProviderConfig | null {
  const issuer = text(settings, 'OPERATOR_OIDC_ISSUER');
  if (issuer === null) return null;
  return {
    issuer,
    clientId: String(settings.OPERATOR_OIDC_CLIENT_ID),
    clientSecret: String(settings.OPERATOR_OIDC_CLIENT_SECRET),
    claim: String(settings.OPERATOR_OIDC_CLAIM),
    read: listOf(settings, 'OPERATOR_OIDC_READ'),
    act: listOf(settings, 'OPERATOR_OIDC_ACT'),
  };
}

const listOf = (settings: Settings, name: string): readonly string[] =>
  (text(settings, name) ?? '')
    .split(',')
    .map(value => value.trim())
    .filter(Boolean);

function ocpiOf(settings: Settings): OcpiConfig | null {
  const party = text(settings, 'OCPI_PARTY');
  const [country_code = '', party_id = ''] = party?.split('*') ?? [];
  const isPrivate = settings.OCPI_PRIVATE_PEERS === '1';
  return party === null
    ? null
    : { party: { country_code, party_id }, name: String(settings.OCPI_NAME), allowsPrivatePeers: isPrivate };
}

function pushOf(settings: Settings, publicOrigin: string | null): Config['push'] {
  const privateKey = text(settings, 'PUSH_PRIVATE_KEY');
  if (privateKey === null) return null;
  const olderKey = text(settings, 'PUSH_PRIVATE_KEY_OLD');
  if (publicOrigin?.startsWith('https:')) return { privateKey, olderKey, subject: new URL(publicOrigin).origin };
  const from = text(settings, 'MAIL_FROM') ?? DEMO_SENDER;
  const [, address = from] = /<([^<>]+)>\s*$/.exec(from) ?? [];
  return { privateKey, olderKey, subject: `mailto:${address}` };
}

const upstreamConfig = (settings: Settings): UpstreamConfig => ({
  baseUrl: String(settings.API_BASE_URL).replace(/\/+$/, ''),
  metadataPath: String(settings.METADATA_PATH),
  token: text(settings, 'API_TOKEN'),
  clientNames: Object.fromEntries(
    listOf(settings, 'CLIENT_NAMES')
      .map(pair => pair.split('=').map(part => part.trim()))
      .filter(([id, name]) => id && name),
  ),
});

function paymentsOf(settings: Settings): PaymentsConfig {
  if (settings.PAYMENTS === 'sandbox') return { name: 'sandbox' };
  const webhookSecrets = String(settings.STRIPE_WEBHOOK_SECRET).split(',');
  return { name: 'stripe', secretKey: String(settings.STRIPE_SECRET_KEY), webhookSecrets };
}
