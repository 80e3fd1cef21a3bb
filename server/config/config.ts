import path from 'node:path';
import { type RefundLimits, readRefundLimits } from '../../shared/console/refundLimits.ts';
import type { Secret } from '../../shared/util/secret.ts';
import { type BooksConfig, booksOf } from './settingBooks.ts';
import { type DocumentStorage, documentsOf } from './settingDocuments.ts';
import { jointFaults, renamedFaults } from './settingFaults.ts';
import { readTrustedProxies, type TrustedProxies } from './settingProxies.ts';
import { secretOf, secretOfMachine } from './settingSecret.ts';
import { ConfigRefused, faultOf, SETTINGS, type Settings, STATION_SOURCES, type StationSourceName } from './settings.ts';

/** Settings of an external service that is used as the backend. */
export interface UpstreamConfig {
  /** URL without a trailing slash. */
  baseUrl: string;
  metadataPath: string;
  token: string | null;
  /** Brand names by brand id, for brands whose metadata contain no name. */
  clientNames: Readonly<Record<string, string>>;
}

export interface OcpiConfig {
  party: { country_code: string; party_id: string };
  name: string;
  allowsPrivatePeers: boolean;
}

export interface Config {
  port: number;
  /** Network address on which the server listens. Undefined: all interfaces. */
  host: string | undefined;
  /**
   * Origin of the public pages. Null in a local demo: links then use the host of the request, and only loopback and private
   * hosts are served.
   */
  publicOrigin: string | null;
  trustProxy: TrustedProxies;
  secret: Secret;
  isDemo: boolean;
  /** Settings of an external backend. Null: the embedded operator is the backend. */
  upstream: UpstreamConfig | null;
  /** Additional hosts from which logos may be loaded. A port other than 443 is part of the host. */
  logoHosts: readonly string[];
  /** Folder for the embedded database, for the secret of a demo, and for e-mails if no mail server is configured. */
  dataDir: string;
  /** URL of a PostgreSQL database. Null: the database is an SQLite file in `dataDir`. */
  databaseUrl: string | null;
  databaseListenUrl: string | null;
  documents: DocumentStorage;
  operatorData: string;
  payments: PaymentsConfig;
  /** The operator's identity in OCPI. Null: OCPI is not configured. */
  ocpi: OcpiConfig | null;
  stations: readonly StationSourceName[];
  simulatorSpeed: number;
  /** True if an empty demo gets simulated sessions of the past. */
  hasDemoHistory: boolean;
  /** Maximum number of open live update streams (server-sent events) per process. */
  maxStreams: number;
  smtpUrl: string | null;
  mailFrom: string;
  /** True if VAT IDs of companies are checked in VIES, the register of the European Commission. */
  checksVatIds: boolean;
  statusToken: string | null;
  /** Keys that sign push messages, and the contact address for push services. Null: push messages are not offered. */
  push: { privateKey: string; olderKey: string | null; subject: string } | null;
  /** E-mail address or page for reports of vulnerabilities. */
  securityContact: string | null;
  /** True if drivers' devices store pages that can be read without a connection. */
  hasOfflinePages: boolean;
  /** Path of the file to which the audit log is copied. Null: no copy. */
  auditFile: string | null;
  logLevel: string;
  /** Token for remote commands. Null: remote commands are disabled. */
  operatorApiToken: string | null;
  /** Token that readers of the public feed must send. Null: everybody may read the feed. */
  feedToken: string | null;
  /** Settings of the ledger and of the DATEV export. */
  books: BooksConfig;
  /** Largest refund per session that one staff member may make alone, by currency. Null: no limit. */
  maxRefund: RefundLimits | null;
  /** True if each change of a price needs the approval of a second person. */
  confirmsPrices: boolean;
  /** Settings of the staff console. Null: the console is disabled. */
  console: ConsoleConfig | null;
}

export interface ConsoleConfig {
  /** Origin of the console. Null in a demo on local addresses. */
  origin: string | null;
  hasOwnHost: boolean;
  /** True if no sign-in is required, which is possible only in a demo without a public address. */
  isOpen: boolean;
  /** The OpenID Connect provider at which staff sign in. Null: none is configured. */
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

/** Sender address in a demo, which writes e-mails into a folder and sends none. */
const DEMO_SENDER = 'Charging <no-reply@charging.example>';

const text = (settings: Settings, name: string): string | null => (settings[name] === undefined ? null : String(settings[name]));

/**
 * Reads and checks the settings. With the embedded operator, the app is a demo if PUBLIC_ORIGIN is unset or DEMO is 1. Otherwise
 * the settings must name all secrets and the storage.
 * @throws ConfigRefused with all errors
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
    hasDemoHistory: isDemo && settings.DEMO_HISTORY === 'on' && settings.DATABASE_URL === undefined,
    maxStreams: Number(settings.MAX_STREAMS),
    smtpUrl: text(settings, 'SMTP_URL'),
    mailFrom: text(settings, 'MAIL_FROM') ?? DEMO_SENDER,
    checksVatIds: settings.VAT_CHECK === undefined ? !isDemo : settings.VAT_CHECK === 'on',
    push: pushOf(settings, publicOrigin),
    securityContact: text(settings, 'SECURITY_CONTACT'),
    hasOfflinePages: settings.OFFLINE_PAGES !== 'off',
    auditFile: text(settings, 'AUDIT_FILE'),
    logLevel: String(settings.LOG_LEVEL),
    ...tokensOf(settings),
    books: booksOf(settings),
    maxRefund: readRefundLimits(text(settings, 'OPERATOR_MAX_REFUND') ?? ''),
    confirmsPrices: settings.OPERATOR_PRICE_CONFIRMATION === 'on',
    console: consoleOf(settings, publicOrigin),
  };
}

/** Tokens with which other systems identify themselves. Null: not set. */
const tokensOf = (settings: Settings): Pick<Config, 'statusToken' | 'operatorApiToken' | 'feedToken'> => ({
  statusToken: text(settings, 'STATUS_TOKEN'),
  operatorApiToken: text(settings, 'OPERATOR_API_TOKEN'),
  feedToken: text(settings, 'FEED_TOKEN'),
});

/** Returns the origin at which the app is reached: the public origin, or localhost if none is set. */
export const originOf = ({ publicOrigin, port }: Pick<Config, 'publicOrigin' | 'port'>): string =>
  publicOrigin ?? `http://localhost:${port}`;

/**
 * Reads the settings of the console, which is disabled by default. In a demo on local addresses it is enabled by default,
 * without sign-in.
 */
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
