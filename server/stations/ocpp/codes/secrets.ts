import { randomInt } from 'node:crypto';
import type { Secret } from '../../../../shared/util/secret.ts';
import type { Clock, KeyValueStore } from '../../../core/ports/ports.ts';
import { decrypted, encrypted } from '../../../platform/sealed.ts';
import { BASE62, type CodeRule, checkPassword, type PasswordVerdict, passwordAt } from './password.ts';

/** A setting of a station, as OCPP 2.1 SetVariables takes it. `evse` is that of the component; left out: the station's own. */
export interface CodeSetting {
  component: 'WebPaymentsCtrlr';
  evse?: number;
  variable: string;
  value: string;
}

/**
 * What a station did with the settings of a proposal. 'accepted': all of them were, and hold at once. 'reboot-required': all were,
 * some of them from its next start on. 'refused': not all of them were.
 */
export type CodeOutcome = 'accepted' | 'reboot-required' | 'refused';

export interface CheckStationCodeRequest {
  station: string;
  /** Its number of the EVSE, as the code names it. */
  evse: number;
  password: string;
  version: string;
  /** Now, by the station's clock as far as it is known. */
  at: Date;
}

/** The codes on the screens of OCPP 2.1 stations, use case C25: what they are told to show, and whether they showed it. */
export interface Codes {
  /**
   * What a station should be set to: its known secret, or a new one where there is none or `isRenewed`. Asked again before it is
   * settled, it is the same proposal. `evse` null: one secret for the whole station.
   */
  proposeCode(station: string, evse: number | null, more?: { isRenewed?: boolean }): Promise<readonly CodeSetting[]>;
  /** Until then a proposed secret counts for nothing. */
  settleCode(station: string, evse: number | null, outcome: CodeOutcome): Promise<void>;
  /** The address that a display which makes no codes of its own is to show now, and for how long it counts. */
  displayedCode(station: string, evse: number): Promise<string>;
  /** 'unknown': nobody has agreed on codes with this station. */
  checkCode(ask: CheckStationCodeRequest): Promise<PasswordVerdict | { is: 'unknown' }>;
}

interface CodesDependencies {
  kept: KeyValueStore;
  clock: Pick<Clock, 'now'>;
  /** SECRET. */
  secret: Secret;
  /** Where drivers reach us: 'https://laden.example'. */
  origin: string;
}

/** As it is kept: the shared secret is encrypted. */
interface StoredRule extends CodeRule {
  version: 'v1';
  /** We make its codes, by our clock. */
  isOurs?: true;
}

interface StoredRules {
  current: StoredRule | null;
  /** What counted before, for as long as a driver may hold it. */
  previous: { rule: StoredRule; until: string } | null;
  proposed: StoredRule | null;
  /** The station takes the proposed one from its next start on: until one of its codes is seen, both count. */
  isAwaited: boolean;
}

const NOTHING: StoredRules = { current: null, previous: null, proposed: null, isAwaited: false };
/** OCPP 2.1 allows 6 s and more, and 6 characters and more: 10 of 62 are 59 bits. */
const SHOWN = { validityS: 30, length: 10, version: 'v1' } as const;
/** A display is told a new one so often; each counts for a little longer. */
export const DISPLAYED_S = 300;
const SECRET_LENGTH = 32;
/** A changed secret counts for so many spans of its validity. */
const GRACE_SLOTS = 2;

export function createCodes({ kept: store, clock, secret, origin }: CodesDependencies): Codes {
  const key = { secret, purpose: 'codes on screens' };
  const load = async (name: string): Promise<StoredRules> => ((await store.get(name)) as StoredRules | null) ?? NOTHING;

  return {
    async proposeCode(station, evse, { isRenewed = false } = {}) {
      const name = nameOf(station, evse);
      const stored = await load(name);
      const known = opened(stored.proposed ?? (isRenewed ? null : stored.current), key);
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

    async checkCode({ station, evse, ...ask }) {
      // A station has codes of its own, or one for each of its EVSEs: the closer one counts alone.
      for (const name of [nameOf(station, evse), nameOf(station, null)]) {
        const stored = await load(name);
        const rules = countingRules(stored, { key, now: clock.now() });
        if (rules.length === 0) continue;
        const verdict = verdictOf(rules, rules.some(({ isOurs }) => isOurs) ? { ...ask, at: clock.now() } : ask);
        const isSeen = stored.isAwaited && verdict.is === 'valid' && check(opened(stored.proposed, key), ask).is === 'valid';
        if (isSeen) await store.put(name, promoted(stored, { key, now: clock.now() }));
        return verdict;
      }
      return { is: 'unknown' };
    },
  };
}

const nameOf = (station: string, evse: number | null): string => `code:${encodeURIComponent(station)}:${evse ?? 'station'}`;

const newSecret = (): string => Array.from({ length: SECRET_LENGTH }, () => BASE62.charAt(randomInt(BASE62.length))).join('');

type Key = Parameters<typeof decrypted>[1];

const sealed = (rule: StoredRule, key: Key): StoredRule => ({ ...rule, sharedSecret: encrypted(rule.sharedSecret, key) });

/** Null: there is none, or it was written with another SECRET. */
function opened(rule: StoredRule | null, key: Key): StoredRule | null {
  if (!rule) return null;
  try {
    return { ...rule, sharedSecret: decrypted(rule.sharedSecret, key) };
  } catch {
    return null;
  }
}

/** The proposed secret counts from now on, and what counted before for a little longer. */
function promoted(kept: StoredRules, { key, now }: { key: Key; now: Date }): StoredRules {
  const { current, proposed, previous } = kept;
  const isSame = opened(current, key)?.sharedSecret === opened(proposed, key)?.sharedSecret;
  if (!current || isSame) return { current: proposed ?? current, previous, proposed: null, isAwaited: false };
  const until = new Date(now.getTime() + GRACE_SLOTS * current.validityS * 1000).toISOString();
  return { current: proposed, previous: { rule: current, until }, proposed: null, isAwaited: false };
}

function countingRules(kept: StoredRules, { key, now }: { key: Key; now: Date }): readonly StoredRule[] {
  const { current, previous, proposed, isAwaited } = kept;
  const counting = [current, isAwaited ? proposed : null, previous && new Date(previous.until) > now ? previous.rule : null].map(
    rule => opened(rule, key),
  );
  return counting.filter(rule => rule !== null);
}

type CheckPasswordInput = Pick<CheckStationCodeRequest, 'password' | 'version' | 'at'>;

const check = (rule: StoredRule | null, { version, ...ask }: CheckPasswordInput): PasswordVerdict =>
  rule?.version === version ? checkPassword(rule, ask) : { is: 'wrong' };

/** What any of them says for the password; else what one of them remembers. */
function verdictOf(rules: readonly StoredRule[], ask: CheckPasswordInput): PasswordVerdict {
  const verdicts = rules.map(rule => check(rule, ask));
  return verdicts.find(({ is }) => is === 'valid') ?? verdicts.find(({ is }) => is === 'old') ?? { is: 'wrong' };
}

/** OCPP 2.1, part 2 appendices, component WebPaymentsCtrlr. */
function settingsOf(
  rule: StoredRule,
  { station, evse, origin }: { station: string; evse: number | null; origin: string },
): readonly CodeSetting[] {
  const values = {
    Enabled: 'true',
    // Segments of the path alone, so that what a station appends (`?maxenergy=…`) makes a right address.
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
