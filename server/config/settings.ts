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
      "File with further settings, one NAME='value' on each line; what the environment itself has counts ([how](operators.md#the-settings-file))",
    ),
  PORT: joi.number().port().default(3000).description('Port to listen on'),
  PUBLIC_ORIGIN: webAddress.description('Address visitors use, e.g. https://charge.example. Unset: demo mode'),
  HOST: joi
    .string()
    .hostname()
    .description('Address to listen on, e.g. 127.0.0.1 where the proxy is on the same machine. Unset: every interface'),
  TRUST_PROXY: joi
    .string()
    .custom((text: string, helpers) => (readTrustedProxies(text) === null ? helpers.error('string.proxies') : text))
    .meta({
      'string.proxies':
        'must be a number from 0 to 9, or loopback, addresses and networks such as 10.0.0.0/8, with commas between',
    })
    .default('0')
    .description(
      'Proxies in front that may be believed about the visitor’s address: their addresses, such as `loopback` or `10.0.0.0/8,2001:db8::7`, or how many there are ([which](operators.md#the-port))',
    ),
  SECRET: joi
    .string()
    .min(32)
    .description('At least 32 characters that sign and encrypt links and forms. Demo mode keeps one in DATA_DIR'),
  SECRET_OLD: joi
    .string()
    .min(32)
    .description('The SECRET before, while it is changed: still opens forms, links and kept tokens, and makes none'),
  DEMO: joi.string().valid('1').description('1: allow sandbox payments and simulated stations although PUBLIC_ORIGIN is set'),
  DATA_DIR: joi
    .string()
    .description('Folder of the embedded database, and of e-mails where there is no mail server. Demo mode: ./data'),
  DATABASE_URL: postgresAddress.description(
    'PostgreSQL instead of the embedded database, e.g. postgres://user:password@db.example/charging',
  ),
  DATABASE_LISTEN_URL: postgresAddress.description(
    'The same database without a pooler between: live updates cross processes at once, not every two seconds, and pages are cached',
  ),
  DOCUMENTS_DIR: joi
    .string()
    .description('Folder for the PDFs of documents instead of the database, shared by all processes. Once set, it stays set'),
  DOCUMENTS_ENDPOINT: webAddress.description(
    'The same in a bucket: address of a service that speaks the S3 protocol, e.g. https://s3.example. Once set, it stays set',
  ),
  DOCUMENTS_BUCKET: joi
    .string()
    .pattern(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .meta({ 'string.pattern.base': 'is not a name of a bucket' })
    .description('The bucket at that service. Required with `DOCUMENTS_ENDPOINT`, as the next but one and the one after it'),
  DOCUMENTS_REGION: joi.string().default('us-east-1').description('The region that requests to that service are signed for'),
  DOCUMENTS_KEY_ID: joi.string().description('Name of the access key of that service'),
  DOCUMENTS_KEY_SECRET: joi.string().description('Its secret'),
  OPERATOR_DATA: joi.string().description('Folder with clients.json, locations/*.json, tariffs/*.json. Demo mode: ./demo'),
  BACKEND: joi
    .string()
    .valid('embedded', 'upstream')
    .default('embedded')
    .description('Who keeps the sessions: our own operator, or someone else’s service (receipts only)'),
  API_BASE_URL: webAddress.description(
    'Address of that service, e.g. https://api.example/v1. Required with `BACKEND` upstream, as the next',
  ),
  METADATA_PATH: joi
    .string()
    .pattern(/^(?:\/[\w.~-]+)+$/)
    .meta({ 'string.pattern.base': 'must be a path that begins with a slash, such as /transactions/metadata' })
    .description('Path of its metadata endpoint below that address, e.g. /transactions/metadata'),
  API_TOKEN: joi.string().description('Bearer token for that service'),
  LOGO_HOSTS: joi.string().description('Hosts beside that service’s own that logos are fetched from, with commas between'),
  CLIENT_NAMES: joi
    .string()
    .pattern(/^\s*[\w-]{1,64}\s*=\s*[^,=\s][^,=]*(,\s*[\w-]{1,64}\s*=\s*[^,=\s][^,=]*)*$/)
    .meta({
      'string.pattern.base': 'must be ids with names, such as lindau=Stadtwerke Lindau, with commas between',
    })
    .description('Names of operators whose metadata tell none: id=name, with commas between'),
  PAYMENTS: joi.string().valid('sandbox', 'stripe').default('sandbox').description('Payment provider'),
  STRIPE_SECRET_KEY: joi
    .string()
    .pattern(/^[sr]k_(test|live)_\w+$/)
    .meta({ 'string.pattern.base': 'is not a secret or restricted key of Stripe' })
    .description('Key of the account at Stripe, secret or restricted'),
  STRIPE_WEBHOOK_SECRET: joi
    .string()
    .pattern(/^whsec_[\w+/=]+(,whsec_[\w+/=]+)*$/)
    .meta({ 'string.pattern.base': 'is not a signing secret of Stripe' })
    .description('Signing secret of the webhook endpoint at Stripe; several are separated by commas'),
  STATIONS: joi
    .string()
    .pattern(new RegExp(`^(?:${STATION_SOURCES.join('|')})(?:,(?:${STATION_SOURCES.join('|')}))*$`))
    .meta({
      'string.pattern.base': `must be one or several of ${STATION_SOURCES.join(', ')}, with commas between`,
    })
    .default('simulator')
    .description(`Where charging points are reached: ${STATION_SOURCES.join(', ')}; several with commas between`),
  OCPI_PARTY: joi
    .string()
    .pattern(/^[A-Z]{2}\*[A-Z0-9]{3}$/)
    .meta({ 'string.pattern.base': 'must be a country and a party, such as DE*ABC' })
    .description('Who we are to charge point operators that speak OCPI, such as DE*ABC. Required with `STATIONS` ocpi'),
  OCPI_NAME: joi.string().max(100).default('Ad-hoc charging').description('How those operators are told that we are called'),
  OCPI_PRIVATE_PEERS: joi
    .string()
    .valid('1')
    .description('1: operators may be at private addresses and speak plain HTTP. For trying out only'),
  SIMULATOR_SPEED: joi.number().min(1).max(3600).default(1).description('How many times faster the clock of the demo shop runs'),
  SMTP_URL: joi
    .string()
    .uri({ scheme: ['smtp', 'smtps'] })
    .description('Mail server, e.g. smtps://user:password@mail.example. Demo mode: e-mails are written to DATA_DIR/mail'),
  MAIL_FROM: joi
    .string()
    .max(200)
    .pattern(/^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/)
    .meta({ 'string.pattern.base': 'must be an address, such as Charging <charging@example.com>' })
    .description('Address that e-mails come from; their name is the brand’s. Required outside demo mode and with `SMTP_URL`'),
  VAT_CHECK: joi
    .string()
    .valid('on', 'off')
    .description(
      'Whether VAT IDs of companies are looked up in VIES, the register of the European Commission. Unset: not in demo mode',
    ),
  STATUS_TOKEN: joi.string().min(16).description('Bearer token for the details of /status'),
  MAX_STREAMS: joi
    .number()
    .integer()
    .min(0)
    .max(1_000_000)
    .default(10_000)
    .description('How many pages one process keeps up to date at once; more ask by themselves every few seconds'),
  OPERATOR_API_TOKEN: joi
    .string()
    .min(32)
    .description('Bearer token for the command line from afar (`npm run operator -- … --at`). Unset: nobody can ask from afar'),
  ...BOOK_SETTINGS,
  OFFLINE_PAGES: joi
    .string()
    .valid('off')
    .description('off: drivers’ devices keep no page for the times without a connection; what they kept is removed'),
  PUSH_PRIVATE_KEY: joi
    .string()
    .pattern(/^[\w-]{43}$/)
    .meta({ 'string.pattern.base': 'is not a key that `npm run operator -- push-keys` has made' })
    .description(
      'Key that messages to drivers’ devices are signed with, made by `npm run operator -- push-keys`. Unset: none are offered',
    ),
  OPERATOR_CONSOLE: joi
    .string()
    .valid('on', 'off')
    .description('on: the people who run the shop have their console at /operator. Demo mode on local addresses: on'),
  OPERATOR_ORIGIN: webAddress.description(
    'Address of the console where it has a host of its own, e.g. https://desk.example; it answers on no other',
  ),
  OPERATOR_MAX_REFUND: joi
    .string()
    .custom((text: string, helpers) => (readRefundLimits(text) ? text : helpers.error('string.refunds')))
    .meta({ 'string.refunds': 'must name amounts by currency, such as EUR=50 or EUR=50,HUF=20000' })
    .description(
      'What one person may give back of one session, by currency, such as EUR=50,CHF=50: above it, and in currencies that are not named, a second person confirms. Unset: nobody has to ([how](operators.md#refunds-that-two-people-decide))',
    ),
  OPERATOR_OIDC_ISSUER: webAddress
    .pattern(/^https:|^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$)/)
    .meta({ 'string.pattern.base': 'must be an https address' })
    .description(
      'Provider of OpenID Connect that knows who runs the shop, e.g. https://id.example ([how](operators.md#console))',
    ),
  OPERATOR_OIDC_CLIENT_ID: joi.string().description('How that provider calls the console'),
  OPERATOR_OIDC_CLIENT_SECRET: joi.string().description('Secret of the console there'),
  OPERATOR_OIDC_CLAIM: joi
    .string()
    .default('roles')
    .description('Claim of its ID tokens that roles are in, such as groups or realm_access.roles'),
  OPERATOR_OIDC_READ: joi.string().description('Values of that claim whose people may look, with commas between'),
  OPERATOR_OIDC_ACT: joi.string().description('Values of that claim whose people may look and act, with commas between'),
  PUSH_PRIVATE_KEY_OLD: joi
    .string()
    .pattern(/^[\w-]{43}$/)
    .meta({ 'string.pattern.base': 'is not a key that `npm run operator -- push-keys` has made' })
    .description('The PUSH_PRIVATE_KEY before, while it is changed: devices that wait for news by it still get them'),
  SECURITY_CONTACT: joi
    .alternatives(joi.string().email({ tlds: { allow: false } }), joi.string().uri({ scheme: 'https' }))
    .meta({ 'alternatives.match': 'must be an e-mail address or an https address' })
    .description('For /.well-known/security.txt: e-mail or https address. Without it the app’s support e-mail'),
  AUDIT_FILE: joi
    .string()
    .description('File to which each line of the audit is appended as JSON, beside the database, which stays the truth'),
  LOG_LEVEL: joi
    .string()
    .valid('fatal', 'error', 'warn', 'info', 'debug', 'silent')
    .default('info')
    .description('How much is logged'),
});

/** The settings as the schema returns them: known names with converted types. */
export type Settings = Partial<Record<string, string | number>>;

/** Returns the error text of a setting: the text in `meta`, or else the message of Joi. */
export function faultOf({ message, type, path: [name] }: ValidationErrorItem): string {
  const { metas = [] } = SETTINGS.extract(String(name)).describe() as { metas?: readonly Readonly<Record<string, string>>[] };
  const words = metas[0]?.[type];
  return words === undefined ? message : `"${name}" ${words}`;
}
