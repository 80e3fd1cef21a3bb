import joi, { type ValidationErrorItem } from 'joi';
import { readRefundLimits } from '../../shared/console/refundLimits.ts';
import { BOOK_SETTINGS } from './settingBooks.ts';
import { readTrustedProxies } from './settingProxies.ts';

/** Thrown with all errors of the settings. */
export class ConfigRefused extends Error {
  override name = 'ConfigRefused';
}

/** The station sources that can be configured. */
export const STATION_SOURCES = ['simulator', 'ocpi', 'ocpp'] as const;
export type StationSourceName = (typeof STATION_SOURCES)[number];

/** These schemas are created once and reused, because building a URL schema of Joi is slow. */
const webAddress = joi.string().uri({ scheme: ['https', 'http'] });
const postgresAddress = joi.string().uri({ scheme: ['postgres', 'postgresql'] });

/**
 * Schema of all settings with their names, meanings and defaults. The table in docs/settings.md is generated from this schema.
 * Error texts are in `meta`, keyed by Joi's error type, because Joi would compile a schema for each text in `messages`.
 */
export const SETTINGS = joi.object({
  SETTINGS_FILE: joi
    .string()
    .description(
      "File with further settings, one NAME='value' per line. Environment variables override it ([how](operators.md#the-settings-file))",
    ),
  PORT: joi.number().port().default(3000).description('TCP port to listen on'),
  PUBLIC_ORIGIN: webAddress.description('Public address of the app, e.g. https://charge.example. Unset: demo mode'),
  HOST: joi
    .string()
    .hostname()
    .description('Address to listen on, e.g. 127.0.0.1 behind a proxy on the same machine. Unset: all interfaces'),
  TRUST_PROXY: joi
    .string()
    .custom((text: string, helpers) => (readTrustedProxies(text) === null ? helpers.error('string.proxies') : text))
    .meta({
      'string.proxies':
        'must be a number from 0 to 9, or loopback, addresses and networks such as 10.0.0.0/8, separated by commas',
    })
    .default('0')
    .description(
      'Reverse proxies whose X-Forwarded-For header is trusted: their number, or their addresses, such as `loopback` or `10.0.0.0/8,2001:db8::7` ([which](operators.md#the-port))',
    ),
  SECRET: joi.string().min(32).description('Key that signs and encrypts links and forms. Demo mode generates one in DATA_DIR'),
  SECRET_OLD: joi
    .string()
    .min(32)
    .description(
      'Previous SECRET during a key rotation. Existing links, forms and stored tokens stay valid; new ones use SECRET',
    ),
  DEMO: joi.string().valid('1').description('1: allow sandbox payments and simulated stations although PUBLIC_ORIGIN is set'),
  DATA_DIR: joi.string().description('Folder of the embedded database, and of emails without a mail server. Demo mode: ./data'),
  DATABASE_URL: postgresAddress.description(
    'PostgreSQL server that replaces the embedded database, e.g. postgres://user:password@db.example/charging',
  ),
  DATABASE_LISTEN_URL: postgresAddress.description(
    'Address of the same database without a connection pooler. Unset: live updates between processes take up to 2 s, and pages are not cached',
  ),
  DOCUMENTS_DIR: joi
    .string()
    .description(
      'Folder that stores the PDF documents instead of the database; all processes share it. Do not unset it once documents are stored',
    ),
  DOCUMENTS_ENDPOINT: webAddress.description(
    'S3-compatible service that stores the PDF documents instead of the database, e.g. https://s3.example. Do not unset it once documents are stored',
  ),
  DOCUMENTS_BUCKET: joi
    .string()
    .pattern(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .meta({ 'string.pattern.base': 'is not a valid bucket name' })
    .description('Bucket at DOCUMENTS_ENDPOINT. DOCUMENTS_ENDPOINT also requires DOCUMENTS_KEY_ID and DOCUMENTS_KEY_SECRET'),
  DOCUMENTS_REGION: joi.string().default('us-east-1').description('Region in the request signatures for DOCUMENTS_ENDPOINT'),
  DOCUMENTS_KEY_ID: joi.string().description('Access key ID for DOCUMENTS_ENDPOINT'),
  DOCUMENTS_KEY_SECRET: joi.string().description('Secret access key for DOCUMENTS_ENDPOINT'),
  OPERATOR_DATA: joi.string().description('Folder with clients.json, locations/*.json, tariffs/*.json. Demo mode: ./demo'),
  BACKEND: joi
    .string()
    .valid('embedded', 'upstream')
    .default('embedded')
    .description(
      'embedded: this app starts and bills sessions. upstream: another service does, and this app only finds receipts',
    ),
  API_BASE_URL: webAddress.description(
    'Base address of the upstream service, e.g. https://api.example/v1. Required with `BACKEND` upstream',
  ),
  METADATA_PATH: joi
    .string()
    .pattern(/^(?:\/[\w.~-]+)+$/)
    .meta({ 'string.pattern.base': 'must be a path that begins with a slash, such as /transactions/metadata' })
    .description(
      'Path of the metadata endpoint below API_BASE_URL, e.g. /transactions/metadata. Required with `BACKEND` upstream',
    ),
  API_TOKEN: joi.string().description('Bearer token for the upstream service'),
  LOGO_HOSTS: joi.string().description('Hosts besides that of API_BASE_URL from which logos are loaded, separated by commas'),
  CLIENT_NAMES: joi
    .string()
    .pattern(/^\s*[\w-]{1,64}\s*=\s*[^,=\s][^,=]*(,\s*[\w-]{1,64}\s*=\s*[^,=\s][^,=]*)*$/)
    .meta({
      'string.pattern.base': 'must be pairs of id and name, such as lindau=Stadtwerke Lindau, separated by commas',
    })
    .description('Names for operators whose upstream metadata contains no name: id=name, separated by commas'),
  PAYMENTS: joi.string().valid('sandbox', 'stripe').default('sandbox').description('Payment provider'),
  STRIPE_SECRET_KEY: joi
    .string()
    .pattern(/^[sr]k_(test|live)_\w+$/)
    .meta({ 'string.pattern.base': 'is not a secret or restricted key of Stripe' })
    .description('Secret or restricted key of the Stripe account. Required with `PAYMENTS` stripe'),
  STRIPE_WEBHOOK_SECRET: joi
    .string()
    .pattern(/^whsec_[\w+/=]+(,whsec_[\w+/=]+)*$/)
    .meta({ 'string.pattern.base': 'is not a signing secret of Stripe' })
    .description('Signing secrets of the Stripe webhook endpoints, separated by commas. Required with `PAYMENTS` stripe'),
  STATIONS: joi
    .string()
    .pattern(new RegExp(`^(?:${STATION_SOURCES.join('|')})(?:,(?:${STATION_SOURCES.join('|')}))*$`))
    .meta({
      'string.pattern.base': `must be one or several of ${STATION_SOURCES.join(', ')}, separated by commas`,
    })
    .default('simulator')
    .description(`Sources of charging points, separated by commas: ${STATION_SOURCES.join(', ')}`),
  OCPI_PARTY: joi
    .string()
    .pattern(/^[A-Z]{2}\*[A-Z0-9]{3}$/)
    .meta({ 'string.pattern.base': 'must be a country and a party, such as DE*ABC' })
    .description('Country code and party id of this app in OCPI, such as DE*ABC. Required with `STATIONS` ocpi'),
  OCPI_NAME: joi
    .string()
    .max(100)
    .default('Ad-hoc charging')
    .description('Business name that charge point operators receive over OCPI'),
  OCPI_PRIVATE_PEERS: joi
    .string()
    .valid('1')
    .description('1: allow OCPI connections to private addresses and over plain HTTP. For tests only'),
  SIMULATOR_SPEED: joi.number().min(1).max(3600).default(1).description('Factor by which the clock runs faster in demo mode'),
  DEMO_HISTORY: joi
    .string()
    .valid('on', 'off')
    .default('on')
    .description('Simulated sessions of the last five weeks in a new demo with the embedded database'),
  SMTP_URL: joi
    .string()
    .uri({ scheme: ['smtp', 'smtps'] })
    .description('Mail server, e.g. smtps://user:password@mail.example. Demo mode: emails are written to DATA_DIR/mail'),
  MAIL_FROM: joi
    .string()
    .max(200)
    .pattern(/^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/)
    .meta({ 'string.pattern.base': 'must be an address, such as Charging <charging@example.com>' })
    .description('Sender address of emails; the brand’s name is displayed. Required outside demo mode and with `SMTP_URL`'),
  VAT_CHECK: joi
    .string()
    .valid('on', 'off')
    .description(
      'Validation of company VAT IDs in VIES, the register of the European Commission. Unset: on, except in demo mode',
    ),
  STATUS_TOKEN: joi.string().min(16).description('Bearer token for the details of /status'),
  MAX_STREAMS: joi
    .number()
    .integer()
    .min(0)
    .max(1_000_000)
    .default(10_000)
    .description('Maximum number of live update streams per process. Further pages poll every few seconds'),
  OPERATOR_API_TOKEN: joi
    .string()
    .min(32)
    .description('Bearer token for remote commands (`npm run operator -- … --at`). Unset: remote commands are disabled'),
  FEED_TOKEN: joi
    .string()
    .min(16)
    .description('Bearer token that readers of the public feed must send. Unset: everybody may read the feed, as EU law asks'),
  ...BOOK_SETTINGS,
  OFFLINE_PAGES: joi
    .string()
    .valid('off')
    .description('off: browsers of drivers store no pages for offline use and delete those they have stored'),
  PUSH_PRIVATE_KEY: joi
    .string()
    .pattern(/^[\w-]{43}$/)
    .meta({ 'string.pattern.base': 'is not a key generated by `npm run operator -- push-keys`' })
    .description(
      'Private key that signs push messages, generated by `npm run operator -- push-keys`. Unset: push messages are disabled',
    ),
  OPERATOR_CONSOLE: joi
    .string()
    .valid('on', 'off')
    .description('on: the staff console is available at /operator. Default: on in demo mode on local addresses, otherwise off'),
  OPERATOR_ORIGIN: webAddress.description(
    'Separate address of the console, e.g. https://desk.example. The console is then not available at PUBLIC_ORIGIN',
  ),
  OPERATOR_MAX_REFUND: joi
    .string()
    .custom((text: string, helpers) => (readRefundLimits(text) ? text : helpers.error('string.refunds')))
    .meta({ 'string.refunds': 'must contain amounts by currency, such as EUR=50 or EUR=50,HUF=20000' })
    .description(
      'Maximum refund per session without a second person’s approval, by currency, such as EUR=50,CHF=50. Currencies not listed always need approval. Unset: no approval is needed ([how](operators.md#refunds-that-two-people-decide))',
    ),
  OPERATOR_PRICE_CONFIRMATION: joi
    .string()
    .valid('on', 'off')
    .default('off')
    .description(
      'on: each change of a price in the console or by command needs a second person’s approval ([how](operators.md#prices-in-the-console))',
    ),
  OPERATOR_OIDC_ISSUER: webAddress
    .pattern(/^https:|^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$)/)
    .meta({ 'string.pattern.base': 'must be an https address' })
    .description('OpenID Connect provider for sign-in to the console, e.g. https://id.example ([how](operators.md#console))'),
  OPERATOR_OIDC_CLIENT_ID: joi.string().description('Client ID of the console at OPERATOR_OIDC_ISSUER'),
  OPERATOR_OIDC_CLIENT_SECRET: joi.string().description('Client secret of the console at OPERATOR_OIDC_ISSUER'),
  OPERATOR_OIDC_CLAIM: joi
    .string()
    .default('roles')
    .description('ID token claim that contains the roles, such as groups or realm_access.roles'),
  OPERATOR_OIDC_READ: joi.string().description('Values of OPERATOR_OIDC_CLAIM with view-only access, separated by commas'),
  OPERATOR_OIDC_ACT: joi.string().description('Values of OPERATOR_OIDC_CLAIM with full access, separated by commas'),
  PUSH_PRIVATE_KEY_OLD: joi
    .string()
    .pattern(/^[\w-]{43}$/)
    .meta({ 'string.pattern.base': 'is not a key generated by `npm run operator -- push-keys`' })
    .description('Previous PUSH_PRIVATE_KEY during a key rotation. Devices registered with it still receive push messages'),
  SECURITY_CONTACT: joi
    .alternatives(joi.string().email({ tlds: { allow: false } }), joi.string().uri({ scheme: 'https' }))
    .meta({ 'alternatives.match': 'must be an e-mail address or an https address' })
    .description('Email or https address in /.well-known/security.txt. Unset: the app’s support email address'),
  AUDIT_FILE: joi
    .string()
    .description('File to which audit log entries are also appended as JSON lines. The database remains authoritative'),
  LOG_LEVEL: joi
    .string()
    .valid('fatal', 'error', 'warn', 'info', 'debug', 'silent')
    .default('info')
    .description('Minimum level of log messages'),
});

/** The settings as the schema returns them: known names with converted types. */
export type Settings = Partial<Record<string, string | number>>;

/** Returns the error text of a setting: the text in `meta`, or else the message of Joi. */
export function faultOf({ message, type, path: [name] }: ValidationErrorItem): string {
  const { metas = [] } = SETTINGS.extract(String(name)).describe() as { metas?: readonly Readonly<Record<string, string>>[] };
  const words = metas[0]?.[type];
  return words === undefined ? message : `"${name}" ${words}`;
}
