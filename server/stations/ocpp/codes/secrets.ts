import { randomInt } from 'node:crypto';
import type { Secret } from '../../../../shared/util/secret.ts';
import type { Clock, KeyValueStore } from '../../../core/ports/ports.ts';
import { decrypted, encrypted } from '../../../platform/sealed.ts';
import { BASE62, type CodeRule, checkPassword, type PasswordVerdict, passwordAt } from './password.ts';

/** A setting for the SetVariables message of OCPP 2.1. `evse` missing: the setting is for the whole station. */
export interface CodeSetting {
  component: 'WebPaymentsCtrlr';
  evse?: number;
  variable: string;
  value: string;
}

/**
 * The station's response to proposed settings. 'accepted': all are in effect. 'reboot-required': all are accepted, but some take
 * effect only after a restart. 'refused': at least one required setting was not accepted.
 */
export type CodeOutcome = 'accepted' | 'reboot-required' | 'refused';

export interface CheckStationCodeRequest {
  station: string;
  /** The number that the station gives to the EVSE, as in the QR code. */
  evse: number;
  password: string;
  version: string;
  /** The current time by the station's clock, as far as its offset is known. */
  at: Date;
}

/**
 * The QR codes on the screens of stations with OCPP 2.1 (use case C25): which secrets the stations use, and whether a station
 * has shown a given code.
 */
export interface Codes {
  /**
   * Proposes settings to a station: its current secret, or a new one if it has none or `isRenewed` is set. The proposal stays
   * the same until `settleCode` is called. `evse` null: one secret for the whole station.
   */
  proposeCode(station: string, evse: number | null, more?: { isRenewed?: boolean }): Promise<readonly CodeSetting[]>;
  /** Stores the station's response to a proposal. Before this, the proposed secret is not valid. */
  settleCode(station: string, evse: number | null, outcome: CodeOutcome): Promise<void>;
  /** Returns the address that a display shows now as a QR code, for a station that generates none itself. */
  displayedCode(station: string, evse: number): Promise<string>;
  /**
   * Checks the password in a QR code.
   * @returns 'unknown' if this station has no secret
   */
  checkCode(request: CheckStationCodeRequest): Promise<PasswordVerdict | { is: 'unknown' }>;
}

interface CodesDependencies {
  store: KeyValueStore;
  clock: Pick<Clock, 'now'>;
  /** The setting SECRET, with which the stations' secrets are encrypted. */
  secret: Secret;
  /** Base address of the app for drivers, for example 'https://laden.example'. */
  origin: string;
}

/** A rule as it is stored, with an encrypted shared secret. */
interface StoredRule extends CodeRule {
  version: 'v1';
  /**
   * True: the app itself generates the passwords, using the app's clock, because the station generates none. Absent: the station
   * generates them.
   */
  isOurs?: true;
}

interface StoredRules {
  current: StoredRule | null;
  /** The secret before the current one. It stays valid while a driver may still have one of its codes. */
  previous: { rule: StoredRule; until: string } | null;
  proposed: StoredRule | null;
  /**
   * True: the station uses the proposed secret after its next restart. Until one of its codes is seen, both secrets are valid.
   */
  isAwaited: boolean;
}

const NOTHING: StoredRules = { current: null, previous: null, proposed: null, isAwaited: false };
/** OCPP 2.1 requires at least 6 s and 6 characters. Ten characters of a 62-character alphabet have 59 bits. */
const SHOWN = { validityS: 30, length: 10, version: 'v1' } as const;
/** Seconds after which a display shows the next code. The previous code stays valid a little longer. */
export const DISPLAYED_S = 300;
const SECRET_LENGTH = 32;
/** Number of time slots for which a replaced secret stays valid. */
const GRACE_SLOTS = 2;

export function createCodes({ store, clock, secret, origin }: CodesDependencies): Codes {
  const key = { secret, purpose: 'codes on screens' };
  const load = async (name: string): Promise<StoredRules> => ((await store.get(name)) as StoredRules | null) ?? NOTHING;

  return {
    async proposeCode(station, evse, { isRenewed = false } = {}) {
      const name = nameOf(station, evse);
      const stored = await load(name);
      const current = isRenewed || stored.current?.isOurs ? null : stored.current;
      const known = opened(stored.proposed ?? current, key);
      const rule: StoredRule = known ?? { ...SHOWN, sharedSecret: newSecret() };
      if (!stored.proposed || !known) await store.put(name, { ...stored, proposed: sealed(rule, key), isAwaited: false });
      return settingsOf(rule, { station, evse, origin });
    },

    async settleCode(station, evse, outcome) {
      const name = nameOf(station, evse);
      const stored = await load(name);
      if (!stored.proposed) return;
      const settled: Readonly<Record<CodeOutcome, () => StoredRules>> = {
        accepted: () => promoted(stored, { key, now: clock.now() }),
        'reboot-required': () => ({ ...stored, isAwaited: true }),
        refused: () => ({ ...stored, proposed: null, isAwaited: false }),
      };
      await store.put(name, settled[outcome]());
    },

    async displayedCode(station, evse) {
      const name = nameOf(station, evse);
      const known = opened((await load(name)).current, key);
      const rule: StoredRule = known?.isOurs
        ? known
        : { ...SHOWN, validityS: DISPLAYED_S, sharedSecret: newSecret(), isOurs: true };
      if (!known?.isOurs) await store.put(name, { ...NOTHING, current: sealed(rule, key) });
      return `${origin}/q/${encodeURIComponent(station)}/${evse}/${passwordAt(rule, clock.now())}/${rule.version}`;
    },

    async checkCode({ station, evse, ...request }) {
      // A station has one secret, or one per EVSE. If the EVSE has its own secret and the station uses it, the secret of the
      // whole station does not count.
      let verdict: PasswordVerdict | { is: 'unknown' } = { is: 'unknown' };
      for (const name of [nameOf(station, evse), nameOf(station, null)]) {
        const stored = await load(name);
        const rules = countingRules(stored, { key, now: clock.now() });
        if (rules.length === 0) continue;
        verdict = verdictOf(rules, request, clock.now());
        const isSeen = stored.isAwaited && verdict.is === 'valid' && check(opened(stored.proposed, key), request).is === 'valid';
        if (isSeen) await store.put(name, promoted(stored, { key, now: clock.now() }));
        if (verdict.is !== 'wrong' || !rules.every(({ isOurs }) => isOurs)) break;
      }
      return verdict;
    },
  };
}

const nameOf = (station: string, evse: number | null): string => `code:${encodeURIComponent(station)}:${evse ?? 'station'}`;

const newSecret = (): string => Array.from({ length: SECRET_LENGTH }, () => BASE62.charAt(randomInt(BASE62.length))).join('');

type Key = Parameters<typeof decrypted>[1];

const sealed = (rule: StoredRule, key: Key): StoredRule => ({ ...rule, sharedSecret: encrypted(rule.sharedSecret, key) });

/**
 * Decrypts the secret of a rule.
 * @returns null if there is no rule, or if it was encrypted with another SECRET
 */
function opened(rule: StoredRule | null, key: Key): StoredRule | null {
  if (!rule) return null;
  try {
    return { ...rule, sharedSecret: decrypted(rule.sharedSecret, key) };
  } catch {
    return null;
  }
}

/** Makes the proposed secret the current one. The replaced one stays valid for two more time slots. */
function promoted(stored: StoredRules, { key, now }: { key: Key; now: Date }): StoredRules {
  const { current, proposed, previous } = stored;
  const isSame = opened(current, key)?.sharedSecret === opened(proposed, key)?.sharedSecret;
  if (!current || isSame) return { current: proposed ?? current, previous, proposed: null, isAwaited: false };
  const until = new Date(now.getTime() + GRACE_SLOTS * current.validityS * 1000).toISOString();
  return { current: proposed, previous: { rule: current, until }, proposed: null, isAwaited: false };
}

function countingRules(stored: StoredRules, { key, now }: { key: Key; now: Date }): readonly StoredRule[] {
  const { current, previous, proposed, isAwaited } = stored;
  const counting = [current, isAwaited ? proposed : null, previous && new Date(previous.until) > now ? previous.rule : null].map(
    rule => opened(rule, key),
  );
  return counting.filter(rule => rule !== null);
}

type CheckPasswordInput = Pick<CheckStationCodeRequest, 'password' | 'version' | 'at'>;

const check = (rule: StoredRule | null, { version, ...request }: CheckPasswordInput): PasswordVerdict =>
  rule?.version === version ? checkPassword(rule, request) : { is: 'wrong' };

/** If a password is valid by one rule and expired by another, it is valid. */
function verdictOf(rules: readonly StoredRule[], input: CheckPasswordInput, now: Date): PasswordVerdict {
  const verdicts = rules.map(rule => check(rule, rule.isOurs ? { ...input, at: now } : input));
  return verdicts.find(({ is }) => is === 'valid') ?? verdicts.find(({ is }) => is === 'old') ?? { is: 'wrong' };
}

/** Returns the settings for a rule, as in component WebPaymentsCtrlr of OCPP 2.1 (part 2, appendices). */
function settingsOf(
  rule: StoredRule,
  { station, evse, origin }: { station: string; evse: number | null; origin: string },
): readonly CodeSetting[] {
  const values = {
    Enabled: 'true',
    // The template consists of path segments only, because a station may append a query (`?maxenergy=…`).
    URLTemplate: `${origin}/q/{chargingstationid}/{evse}/{totp}/{version}`,
    TOTPVersion: rule.version,
    ValidityTime: String(rule.validityS),
    SharedSecret: rule.sharedSecret,
    Length: String(rule.length),
    QRCodeQuality: 'Medium',
    ChargingStationId: station,
  };
  return Object.entries(values).map(([variable, value]) => ({
    component: 'WebPaymentsCtrlr',
    ...(evse === null ? {} : { evse }),
    variable,
    value,
  }));
}
