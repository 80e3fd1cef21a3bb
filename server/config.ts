import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import joi from 'joi';

export interface Config {
  port: number;
  /** Null in demo mode: the request's own host, loopback and private hosts only. */
  publicOrigin: string | null;
  trustProxy: number;
  secret: string;
  isDemo: boolean;
  dataDir: string;
  operatorData: string;
  payments: PaymentsConfig;
  simulatorSpeed: number;
  smtpUrl: string | null;
  mailFrom: string;
  statusToken: string | null;
  logLevel: string;
}

export type PaymentsConfig = { name: 'sandbox' } | { name: 'stripe'; secretKey: string; webhookSecrets: readonly string[] };

/** The settings, as they are documented: name, meaning, default. The README's table is made from this schema. */
export const SETTINGS = joi.object({
  PORT: joi.number().port().default(3000).description('Port to listen on'),
  PUBLIC_ORIGIN: joi
    .string()
    .uri({ scheme: ['https', 'http'] })
    .description('Address visitors use, e.g. https://charge.example. Unset: demo mode'),
  TRUST_PROXY: joi
    .number()
    .integer()
    .min(0)
    .max(9)
    .default(0)
    .description('How many proxies in front may be believed about the visitor’s address'),
  SECRET: joi.string().min(32).description('At least 32 characters that seal links and forms. Demo mode keeps one in DATA_DIR'),
  DEMO: joi.string().valid('1').description('1: allow sandbox payments and simulated stations although PUBLIC_ORIGIN is set'),
  DATA_DIR: joi.string().description('Folder of the embedded database. Demo mode: ./data'),
  OPERATOR_DATA: joi.string().description('Folder with clients.json, locations/*.json, tariffs/*.json. Demo mode: ./demo'),
  PAYMENTS: joi.string().valid('sandbox', 'stripe').default('sandbox').description('Payment provider'),
  STRIPE_SECRET_KEY: joi
    .string()
    .pattern(/^[sr]k_(test|live)_\w+$/, 'key')
    .description('Key of the account at Stripe, secret or restricted'),
  STRIPE_WEBHOOK_SECRET: joi
    .string()
    .pattern(/^whsec_[\w+/=]+(,whsec_[\w+/=]+)*$/, 'secret')
    .description('Signing secret of the webhook endpoint at Stripe; several are separated by commas'),
  STATIONS: joi.string().valid('simulator').default('simulator').description('Where charging points are reached'),
  SIMULATOR_SPEED: joi.number().min(1).max(3600).default(1).description('How many times faster the clock of the demo shop runs'),
  SMTP_URL: joi
    .string()
    .uri({ scheme: ['smtp', 'smtps'] })
    .description('Mail server, e.g. smtps://user:password@mail.example. Demo mode: letters are written to DATA_DIR/mail'),
  MAIL_FROM: joi.string().max(200).default('Charging <no-reply@charging.example>').description('Sender of letters'),
  STATUS_TOKEN: joi.string().min(16).description('Bearer token for the details of /status'),
  LOG_LEVEL: joi
    .string()
    .valid('fatal', 'error', 'warn', 'info', 'debug', 'silent')
    .default('info')
    .description('How much is logged'),
});

/** All faults of the settings at once. */
export class ConfigRefused extends Error {
  override name = 'ConfigRefused';
}

type Settings = Partial<Record<string, string | number>>;
const text = (settings: Settings, name: string): string | null => (settings[name] === undefined ? null : String(settings[name]));

/**
 * Reads the settings once. Demo is decided by PUBLIC_ORIGIN alone; live mode needs its secrets and stores named.
 * @throws ConfigRefused naming every fault.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { value, error } = SETTINGS.validate(env, { abortEarly: false, stripUnknown: true });
  const settings = value as Settings;
  const faults = error ? error.details.map(detail => detail.message) : [...liveFaults(settings), ...stripeFaults(settings)];
  if (faults.length > 0) throw new ConfigRefused(`The settings are not usable:\n${faults.map(fault => `- ${fault}`).join('\n')}`);

  const publicOrigin = text(settings, 'PUBLIC_ORIGIN');
  const dataDir = path.resolve(text(settings, 'DATA_DIR') ?? 'data');
  return {
    port: Number(settings.PORT),
    publicOrigin: publicOrigin === null ? null : new URL(publicOrigin).origin,
    trustProxy: Number(settings.TRUST_PROXY),
    secret: text(settings, 'SECRET') ?? keptSecret(dataDir),
    isDemo: publicOrigin === null || settings.DEMO === '1',
    dataDir,
    operatorData: path.resolve(text(settings, 'OPERATOR_DATA') ?? 'demo'),
    payments: paymentsOf(settings),
    simulatorSpeed: Number(settings.SIMULATOR_SPEED),
    smtpUrl: text(settings, 'SMTP_URL'),
    mailFrom: String(settings.MAIL_FROM),
    statusToken: text(settings, 'STATUS_TOKEN'),
    logLevel: String(settings.LOG_LEVEL),
  };
}

function liveFaults(settings: Settings): string[] {
  if (settings.PUBLIC_ORIGIN === undefined) return [];
  const faults: string[] = [];
  for (const name of ['SECRET', 'DATA_DIR', 'OPERATOR_DATA']) {
    if (settings[name] === undefined) faults.push(`"${name}" is required when PUBLIC_ORIGIN is set`);
  }
  if (settings.DEMO !== '1') {
    if (settings.PAYMENTS === 'sandbox') faults.push('"PAYMENTS" sandbox moves no money: set DEMO=1 to allow it');
    if (settings.STATIONS === 'simulator') faults.push('"STATIONS" simulator charges no car: set DEMO=1 to allow it');
    if (settings.SMTP_URL === undefined) faults.push('"SMTP_URL" is required: receipts are sent by e-mail');
    if (settings.SIMULATOR_SPEED !== 1) faults.push('"SIMULATOR_SPEED" is for demo mode only');
  }
  return faults;
}

function stripeFaults(settings: Settings): string[] {
  if (settings.PAYMENTS !== 'stripe') return [];
  const faults: string[] = [];
  for (const name of ['PUBLIC_ORIGIN', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']) {
    if (settings[name] === undefined) faults.push(`"${name}" is required for "PAYMENTS" stripe`);
  }
  if (settings.SIMULATOR_SPEED !== 1) faults.push('"SIMULATOR_SPEED" must be 1 for "PAYMENTS" stripe: its clock runs like ours');
  const key = String(settings.STRIPE_SECRET_KEY);
  if (key.includes('_live_') && settings.STATIONS === 'simulator')
    faults.push('"STRIPE_SECRET_KEY" is a live key: it would take real money for simulated charging');
  if (key.includes('_test_') && settings.DEMO !== '1')
    faults.push('"STRIPE_SECRET_KEY" is a test key and moves no money: set DEMO=1 to allow it');
  return faults;
}

function paymentsOf(settings: Settings): PaymentsConfig {
  if (settings.PAYMENTS === 'sandbox') return { name: 'sandbox' };
  const webhookSecrets = String(settings.STRIPE_WEBHOOK_SECRET).split(',');
  return { name: 'stripe', secretKey: String(settings.STRIPE_SECRET_KEY), webhookSecrets };
}

/** Demo mode: a secret of this machine, so that links survive a restart. */
function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  mkdirSync(dataDir, { recursive: true });
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(file, secret, { mode: 0o600 });
  return secret;
}
