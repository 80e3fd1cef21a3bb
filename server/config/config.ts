import path from 'node:path';
import { type RefundLimits, readRefundLimits } from '../../shared/console/refundLimits.ts';
import type { Secret } from '../../shared/util/secret.ts';
import { type BooksConfig, booksOf } from './settingBooks.ts';
import { type DocumentStorage, documentsOf } from './settingDocuments.ts';
import { jointFaults, renamedFaults } from './settingFaults.ts';
import { readTrustedProxies, type TrustedProxies } from './settingProxies.ts';
import { secretOf, secretOfMachine } from './settingSecret.ts';
import { ConfigRefused, faultOf, SETTINGS, type Settings, STATION_SOURCES, type StationSourceName } from './settings.ts';

/** An external service as the backend. */
export interface UpstreamConfig {
  /** Without a trailing slash. */
  baseUrl: string;
  metadataPath: string;
  token: string | null;
  /** Maps client ids to names, for clients without a name in their metadata. */
  clientNames: Readonly<Record<string, string>>;
}

export interface OcpiConfig {
  party: { country_code: string; party_id: string };
  name: string;
  allowsPrivatePeers: boolean;
}

export interface Config {
  port: number;
  /** Undefined: all interfaces. */
  host: string | undefined;
  /** Null in local demo mode: links then use the host of the request, and only loopback and private hosts are served. */
  publicOrigin: string | null;
  trustProxy: TrustedProxies;
  secret: Secret;
  isDemo: boolean;
  /** Null: the embedded operator is the backend. */
  upstream: UpstreamConfig | null;
  /** Additional hosts of logos. A port is part of the host unless it is 443. */
  logoHosts: readonly string[];
  /** Folder of the embedded database, of e-mails without a mail server, and of the demo's secret. */
  dataDir: string;
  /** Null: the database is a file in `dataDir`. */
  databaseUrl: string | null;
  databaseListenUrl: string | null;
  documents: DocumentStorage;
  operatorData: string;
  payments: PaymentsConfig;
  /** The shop's identity for OCPI platforms. Null if OCPI is not configured. */
  ocpi: OcpiConfig | null;
  /** The configured sources of charging stations. */
  stations: readonly StationSourceName[];
  simulatorSpeed: number;
  /** Maximum number of live views that are open at the same time in one process. */
  maxStreams: number;
  smtpUrl: string | null;
  mailFrom: string;
  /** True if VAT IDs of companies are checked in VIES, the register of the European Commission. */
  checksVatIds: boolean;
  statusToken: string | null;
  /** Keys that sign push messages, and the contact for push services. Null: the shop offers no push messages. */
  push: { privateKey: string; olderKey: string | null; subject: string } | null;
  /** E-mail address or page for reports of vulnerabilities. */
  securityContact: string | null;
  /** True if drivers' devices store pages for use without a connection. */
  hasOfflinePages: boolean;
  /** Path of the audit copy. Null: the audit is only in the database. */
  auditFile: string | null;
  logLevel: string;
  /** Token for remote commands. Null: remote commands are disabled. */
  operatorApiToken: string | null;
  /** Settings of the accounting and of the DATEV export. */
  books: BooksConfig;
  /** The amounts that one person may refund per session. Null: no limit. */
  maxRefund: RefundLimits | null;
  /** The console of the staff. Null: the console is disabled. */
  console: ConsoleConfig | null;
}

export interface ConsoleConfig {
  /** Null in a demo on local addresses. */
  origin: string | null;
  hasOwnHost: boolean;
  /** True if no sign-in is required: only in a demo without a public address. */
  isOpen: boolean;
  /** The OpenID Connect provider. Null if none is configured. */
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

/** Sender address in demo mode, which writes e-mails into a folder and sends none. */
const DEMO_SENDER = 'Charging <no-reply@charging.example>';

const text = (settings: Settings, name: string): string | null => (settings[name] === undefined ? null : String(settings[name]));

/**
 * Reads and checks the settings. With the embedded operator the app is a demo if PUBLIC_ORIGIN is unset or DEMO is 1. A live
 * shop must name its secrets and its storage.
 * @throws ConfigRefused with every fault
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

/** The origin under which the app is reached. Without a public origin this is localhost. */
export const originOf = ({ publicOrigin, port }: Pick<Config, 'publicOrigin' | 'port'>): string =>
  publicOrigin ?? `http://localhost:${port}`;

/** The console is disabled by default. A demo on local addresses enables the console by default, without sign-in. */
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
