import { documentsFaults } from './settingDocuments.ts';
import type { Settings } from './settings.ts';

type Faults = (settings: Settings) => string[];

/**
 * Finds missing settings and settings that contradict each other. The schema has already reported the settings in `refused`, so
 * errors about these are left out.
 */
export function jointFaults(settings: Settings, refused: readonly string[]): string[] {
  const faultsOf = FAULTS[String(settings.BACKEND)] ?? secretFaults;
  return faultsOf(settings).filter(fault => !refused.some(name => fault.includes(`"${name}"`)));
}

const RENAMED: Readonly<Record<string, string>> = { MOST_STREAMS: 'MAX_STREAMS', OPERATOR_MOST_REFUND: 'OPERATOR_MAX_REFUND' };

/**
 * Returns an error for each setting that is set under its former name. If the former name were ignored, the limit would silently
 * not apply.
 */
export const renamedFaults = (env: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(RENAMED)
    .filter(([name]) => env[name] !== undefined)
    .map(([name, now]) => `"${name}" was renamed to "${now}" in 1.0.0`);

/** The checks of combined settings, for each value of BACKEND. */
const FAULTS: Readonly<Record<string, Faults>> = {
  embedded: settings => [
    ...databaseFaults(settings),
    ...documentsFaults(settings),
    ...liveFaults(settings),
    ...senderFaults(settings),
    ...stripeFaults(settings),
    ...ocpiFaults(settings),
    ...pushFaults(settings),
    ...providerFaults(settings),
  ],
  upstream: upstreamFaults,
};

function databaseFaults({ DATABASE_URL, DATABASE_LISTEN_URL }: Settings): string[] {
  const isInVain = DATABASE_LISTEN_URL !== undefined && DATABASE_URL === undefined;
  return isInVain ? ['"DATABASE_LISTEN_URL" requires "DATABASE_URL"'] : [];
}

function secretFaults({ PUBLIC_ORIGIN, SECRET, SECRET_OLD }: Settings): string[] {
  const isMissing = PUBLIC_ORIGIN !== undefined && SECRET === undefined;
  if (isMissing) return ['"SECRET" is required when PUBLIC_ORIGIN is set'];
  if (SECRET_OLD !== undefined && SECRET === undefined) return ['"SECRET_OLD" requires "SECRET"'];
  return SECRET_OLD !== undefined && SECRET_OLD === SECRET ? ['"SECRET_OLD" must differ from "SECRET"'] : [];
}

function liveFaults(settings: Settings): string[] {
  if (settings.PUBLIC_ORIGIN === undefined) return [];
  const faults = secretFaults(settings);
  if (settings.OPERATOR_DATA === undefined) faults.push('"OPERATOR_DATA" is required when PUBLIC_ORIGIN is set');
  if (settings.DATA_DIR === undefined && settings.DATABASE_URL === undefined)
    faults.push('"DATA_DIR" or "DATABASE_URL" is required when PUBLIC_ORIGIN is set');
  else if (settings.DATA_DIR === undefined && settings.SMTP_URL === undefined)
    faults.push('"DATA_DIR" is required without "SMTP_URL": emails are written there');
  if (settings.DEMO !== '1') {
    if (settings.PAYMENTS === 'sandbox') faults.push('"PAYMENTS" sandbox moves no money: set DEMO=1 to allow it');
    if (isSimulated(settings)) faults.push('"STATIONS" simulator charges no car: set DEMO=1 to allow it');
    if (settings.SMTP_URL === undefined) faults.push('"SMTP_URL" is required: receipts are sent by email');
    if (settings.SIMULATOR_SPEED !== 1) faults.push('"SIMULATOR_SPEED" is for demo mode only');
  }
  return faults;
}

/**
 * Requires a sender address if e-mails are sent. Mail servers reject e-mails, or treat them as spam, if the domain of the sender
 * does not belong to the operator.
 */
function senderFaults({ PUBLIC_ORIGIN, DEMO, SMTP_URL, MAIL_FROM }: Settings): string[] {
  const sends = SMTP_URL !== undefined || (PUBLIC_ORIGIN !== undefined && DEMO !== '1');
  return sends && MAIL_FROM === undefined ? ['"MAIL_FROM" is required: receipts are sent from that address'] : [];
}

function ocpiFaults(settings: Settings): string[] {
  if (!String(settings.STATIONS).split(',').includes('ocpi')) return [];
  const needed = ['PUBLIC_ORIGIN', 'OCPI_PARTY'].filter(name => settings[name] === undefined);
  const faults = needed.map(name => `"${name}" is required for "STATIONS" ocpi`);
  if (settings.SIMULATOR_SPEED !== 1)
    faults.push('"SIMULATOR_SPEED" must be 1 for "STATIONS" ocpi: real stations run in real time');
  return faults;
}

/** Push messages require offline pages, because only these install the service worker that receives messages. */
function pushFaults({ PUSH_PRIVATE_KEY, PUSH_PRIVATE_KEY_OLD, OFFLINE_PAGES }: Settings): string[] {
  if (PUSH_PRIVATE_KEY_OLD !== undefined && PUSH_PRIVATE_KEY === undefined)
    return ['"PUSH_PRIVATE_KEY_OLD" requires "PUSH_PRIVATE_KEY"'];
  const isInVain = PUSH_PRIVATE_KEY !== undefined && OFFLINE_PAGES === 'off';
  return isInVain ? ['"PUSH_PRIVATE_KEY" has no effect with "OFFLINE_PAGES" off: both use the same service worker'] : [];
}

/**
 * Checks that the settings of the OpenID Connect provider are complete. Without any role no user could sign in, so missing roles
 * are an error.
 */
function providerFaults(settings: Settings): string[] {
  const needed = ['OPERATOR_OIDC_ISSUER', 'OPERATOR_OIDC_CLIENT_ID', 'OPERATOR_OIDC_CLIENT_SECRET'];
  const roles = ['OPERATOR_OIDC_READ', 'OPERATOR_OIDC_ACT'];
  if ([...needed, ...roles].every(name => settings[name] === undefined)) return [];
  const faults = needed
    .filter(name => settings[name] === undefined)
    .map(name => `"${name}" is required to sign in with OpenID Connect`);
  if (roles.every(name => settings[name] === undefined))
    faults.push('"OPERATOR_OIDC_READ" or "OPERATOR_OIDC_ACT" is required: otherwise no user can sign in');
  return faults;
}

const isSimulated = ({ STATIONS }: Settings): boolean => String(STATIONS).split(',').includes('simulator');

function stripeFaults(settings: Settings): string[] {
  if (settings.PAYMENTS !== 'stripe') return [];
  const faults: string[] = [];
  for (const name of ['PUBLIC_ORIGIN', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']) {
    if (settings[name] === undefined) faults.push(`"${name}" is required for "PAYMENTS" stripe`);
  }
  if (settings.SIMULATOR_SPEED !== 1) faults.push('"SIMULATOR_SPEED" must be 1 for "PAYMENTS" stripe: Stripe runs in real time');
  const key = String(settings.STRIPE_SECRET_KEY);
  if (key.includes('_live_') && isSimulated(settings))
    faults.push('"STRIPE_SECRET_KEY" is a live key: it would charge real money for simulated sessions');
  if (key.includes('_test_') && settings.DEMO !== '1')
    faults.push('"STRIPE_SECRET_KEY" is a test key and moves no money: set DEMO=1 to allow it');
  return faults;
}

function upstreamFaults(settings: Settings): string[] {
  const needed = ['API_BASE_URL', 'METADATA_PATH'].filter(name => settings[name] === undefined);
  const faults = [...needed.map(name => `"${name}" is required when BACKEND is upstream`), ...secretFaults(settings)];
  const { username, search, hash } = URL.parse(String(settings.API_BASE_URL)) ?? {};
  if (username || search || hash) faults.push('"API_BASE_URL" must contain only an address and a path');
  return faults;
}
