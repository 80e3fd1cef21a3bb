import { createHash } from 'node:crypto';
import { CONSOLE, periodAt, type TariffPeriod } from '../../core/records/tariffPeriods.ts';
import type { Db } from '../../store/engine/database.ts';
import { createKeyValueStore } from '../../store/jobs/keyValueStore.ts';
import {
  findTariffChanges,
  listTariffPeriods,
  periodsText,
  type TariffChange,
  type TariffChanges,
} from '../../store/shop/tariffChanges.ts';

/** All periods of a tariff, and its changes by staff. */
export interface TariffState {
  periods: readonly TariffPeriod[];
  changes: TariffChanges;
  /** Changes whenever a period or the waiting change does. */
  revision: string;
}

/** Loads the periods of a tariff. Empty for a tariff that a charge point operator sends by OCPI. */
export async function loadTariffState(db: Db, id: string): Promise<TariffState> {
  const [changes, all] = [await findTariffChanges(db, id), await listTariffPeriods(db, { id })];
  const isReplaced = ({ source, from }: TariffPeriod) =>
    source !== CONSOLE && all.some(other => other.source === CONSOLE && (other.from ?? 0) === (from ?? 0));
  const periods = all.filter(period => !isReplaced(period));
  const waiting = changes.waiting && [
    changes.waiting.version,
    changes.waiting.from,
    changes.waiting.at,
    changes.waiting.isWithdrawal,
  ];
  const text = JSON.stringify([periodsText(periods), periods.map(({ source }) => source), waiting]);
  return { periods, changes, revision: createHash('sha256').update(text).digest('hex').slice(0, 12) };
}

/** Returns the change by staff that a period comes from. Null: the period comes from the operator's files. */
export const changeOf = (
  { changes }: TariffState,
  { source, from }: Pick<TariffPeriod, 'source' | 'from'>,
): TariffChange | null => (source === CONSOLE ? (changes.done.findLast(change => change.from === (from ?? 0)) ?? null) : null);

/** Returns the period that is valid at a time. Null: no price applies then. */
export const validPeriod = ({ periods }: TariffState, at: Date): TariffPeriod | null => periodAt(periods, at.getTime());

const settingsIn = (db: Db) => createKeyValueStore(db, 'price-settings');

/** Copies from the settings to the database whether each change of a price needs a second person, for the command line. */
export const saveNeedsSecond = (db: Db, needsSecond: boolean): Promise<void> => settingsIn(db).put('needs-second', needsSecond);

export const needsSecondPerson = async (db: Db): Promise<boolean> => (await settingsIn(db).get('needs-second')) === true;
