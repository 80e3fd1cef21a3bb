import { isChangeable, type StationSettings } from '../../../../shared/console/stationCommands.ts';
import { type OcppStore, settingsKey } from '../chargePoints/storage.ts';
import { integerIn, type Message } from '../messages/values.ts';
import { isRequired, type ListedSetting, settingsIn2 } from './reportedSettings.ts';

/** The settings that a station reported at one time. */
interface Reported {
  readAt: string;
  settings: readonly ListedSetting[];
}

/** A report of OCPP 2.x of which parts are missing. */
interface Arriving extends Reported {
  /** Request to which the parts belong. */
  requestId: number;
  /** Sequence numbers of the parts that have arrived, and of the last part, if it has arrived. */
  parts: readonly number[];
  last: number | null;
}

interface ListRow {
  /** The last complete list. Null: none. */
  read: Reported | null;
  arriving: Arriving | null;
}

/** Maximum number of settings of one station that are stored, because a station may send any number. */
const MAX_SETTINGS = 1500;
const MAX_PARTS = 1000;

/** Stores the settings that stations report. A list stays until the next one is complete. */
export function createSettingLists({ store, now }: { store: Pick<OcppStore, 'get' | 'change'>; now(): Date }) {
  const change = (stationId: string, work: (known: ListRow) => ListRow | null) =>
    store.change(settingsKey(stationId), known => work((known as ListRow | null) ?? { read: null, arriving: null }));
  return {
    find: async (stationId: string) => (await store.get(settingsKey(stationId))) as ListRow | null,
    /** Stores a complete list. */
    async put(stationId: string, settings: readonly ListedSetting[]): Promise<void> {
      const read = { readAt: now().toISOString(), settings: limited(settings) };
      await change(stationId, () => ({ read, arriving: null }));
    },
    /** Begins a list whose parts follow in messages with this request id. */
    async begin(stationId: string, requestId: number): Promise<void> {
      const arriving = { requestId, readAt: now().toISOString(), settings: [], parts: [], last: null };
      await change(stationId, known => ({ ...known, arriving }));
    },
    /** Forgets a list that the station has refused to send. */
    async cancel(stationId: string, requestId: number): Promise<void> {
      await change(stationId, known => (known.arriving?.requestId === requestId ? { ...known, arriving: null } : null));
    },
    /** Adds a part of a report (NotifyReport, OCPP 2.0.1 B07 and B08). Parts of other requests are ignored. */
    async add(stationId: string, message: Message): Promise<void> {
      await change(stationId, known => withPart(known, message));
    },
    /** Stores the value of one setting after a change. Null: the station does not tell the value. */
    async update(stationId: string, name: string, value: string | null): Promise<void> {
      const changed = (each: ListedSetting) => (each.name === name && !each.isSecret ? { ...each, value } : each);
      await change(
        stationId,
        known => known.read && { ...known, read: { ...known.read, settings: known.read.settings.map(changed) } },
      );
    },
  };
}

export type SettingLists = ReturnType<typeof createSettingLists>;

function withPart({ read, arriving }: ListRow, message: Message): ListRow | null {
  const part = integerIn(message.seqNo);
  if (!arriving || part === null || part < 0 || part > MAX_PARTS || arriving.requestId !== integerIn(message.requestId))
    return null;
  const next: Arriving = {
    ...arriving,
    settings: limited([...arriving.settings, ...settingsIn2(message)]),
    parts: [...new Set([...arriving.parts, part])],
    last: message.tbc === true ? arriving.last : part,
  };
  // Parts can arrive in any order.
  const isComplete = next.last !== null && next.parts.filter(each => each <= (next.last ?? 0)).length === next.last + 1;
  return isComplete ? { read: { readAt: next.readAt, settings: next.settings }, arriving: null } : { read, arriving: next };
}

const identityOf = ({ key, variable }: ListedSetting): string => key ?? JSON.stringify(variable);

/** Later reports of the same setting replace earlier ones. */
const limited = (settings: readonly ListedSetting[]): readonly ListedSetting[] =>
  [...new Map(settings.map(each => [identityOf(each), each])).values()].slice(0, MAX_SETTINGS);

/**
 * Finds a setting that staff may change.
 * @returns null also if two settings have this name
 */
export function changeable(row: ListRow | null, name: string): ListedSetting | null {
  const [setting, ...others] = row?.read?.settings.filter(each => each.name === name) ?? [];
  if (!setting || others.length > 0) return null;
  return isChangeable({ ...setting, isRequired: isRequired(setting) }) ? setting : null;
}

/** Returns a stored list as staff see it. Until the first list is complete, the settings that have arrived are shown. */
export function shownSettings({ read, arriving }: ListRow): StationSettings | null {
  const shown = read ?? arriving;
  if (!shown) return null;
  return {
    ...{ readAt: shown.readAt, isComplete: arriving === null },
    settings: shown.settings
      .map(({ key, variable, ...setting }) => ({ ...setting, isRequired: isRequired({ key, variable }) }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  };
}
