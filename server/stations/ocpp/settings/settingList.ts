import type { StationSetting, StationSettings } from '../../../../shared/console/stationCommands.ts';
import { changeRow, keyOf, type OcppStore } from '../chargePoints/storage.ts';
import { integerIn, listIn, type Message, messageIn, textIn } from '../messages/values.ts';
import { type Wanted, wantedSettings } from './requiredSettings.ts';

/** A setting with the names by which the app reads and changes it. */
export interface ListedSetting extends Omit<StationSetting, 'isRequired'> {
  key: string | null;
  variable: Wanted['variable'];
}

interface ListRow {
  /** Request to which the parts of a report of OCPP 2.x belong. Null in OCPP 1.6, where one answer has all settings. */
  requestId: number | null;
  readAt: string;
  isComplete: boolean;
  settings: readonly ListedSetting[];
}

/** Limits of what the app stores, because a station may send anything. */
const MAX_SETTINGS = 1500;
const MAX_VALUE_LENGTH = 500;
const MAX_NAME_LENGTH = 200;

/** Names of settings whose values are never stored: passwords, keys for authentication, and codes of SIM cards. */
const SECRET = /passw|passphrase|authorizationkey|secret|privatekey|presharedkey|psk|credential|token|apn|pin\b|puk\b/i;

/** Stores the settings that stations report. */
export function createSettingLists({ store, now }: { store: OcppStore; now(): Date }) {
  const keyFor = (stationId: string) => keyOf('settings', stationId);
  const find = async (stationId: string) => (await store.get(keyFor(stationId))) as ListRow | null;
  return {
    find,
    /** Stores a complete list. */
    async put(stationId: string, settings: readonly ListedSetting[]): Promise<void> {
      const row: ListRow = { requestId: null, readAt: now().toISOString(), isComplete: true, settings: limited(settings) };
      await store.put(keyFor(stationId), row);
    },
    /** Begins a list whose parts follow in messages with this request id. */
    async begin(stationId: string, requestId: number): Promise<void> {
      const row: ListRow = { requestId, readAt: now().toISOString(), isComplete: false, settings: [] };
      await store.put(keyFor(stationId), row);
    },
    /** Stores the list of before again, after the station has refused a request. */
    restore: (stationId: string, before: ListRow | null): Promise<void> =>
      before ? store.put(keyFor(stationId), before) : store.delete(keyFor(stationId)),
    /** Adds a part of a report (NotifyReport, OCPP 2.0.1 B07 and B08). Parts of other requests are ignored. */
    async add(stationId: string, message: Message): Promise<void> {
      await changeRow<ListRow>(store, keyFor(stationId), known => {
        if (known.isComplete || known.requestId === null || known.requestId !== integerIn(message.requestId)) return null;
        const settings = limited([...known.settings, ...settingsIn2(message)]);
        return { ...known, settings, isComplete: message.tbc !== true };
      });
    },
    /** Stores the value of one setting after a change. */
    async update(stationId: string, name: string, value: string | null): Promise<void> {
      await changeRow<ListRow>(store, keyFor(stationId), known => ({
        ...known,
        settings: known.settings.map(each => (each.name === name && !each.isSecret ? { ...each, value: cut(value) } : each)),
      }));
    },
  };
}

export type SettingLists = ReturnType<typeof createSettingLists>;

const cut = (value: string | null): string | null => value?.slice(0, MAX_VALUE_LENGTH) ?? null;

/** Later reports of the same setting replace earlier ones. */
const limited = (settings: readonly ListedSetting[]): readonly ListedSetting[] =>
  [...new Map(settings.map(each => [each.name, each])).values()].slice(0, MAX_SETTINGS);

interface Reported {
  name: string;
  value: string | null;
  unit?: string | null;
  isReadOnly: boolean;
  isWriteOnly?: boolean;
  key?: string | null;
  variable?: Wanted['variable'];
}

function listed({
  name,
  value,
  unit = null,
  isWriteOnly = false,
  key = null,
  variable = null,
  ...rest
}: Reported): ListedSetting {
  const isSecret = isWriteOnly || SECRET.test(name);
  return { ...rest, name: name.slice(0, MAX_NAME_LENGTH), value: isSecret ? null : cut(value), unit, isSecret, key, variable };
}

/** Reads the answer to GetConfiguration of OCPP 1.6 (§5.8). */
export const settingsIn16 = (answer: unknown): readonly ListedSetting[] =>
  listIn(messageIn(answer).configurationKey).flatMap(each => {
    const key = textIn(each.key);
    return key === null ? [] : [listed({ name: key, key, value: textIn(each.value), isReadOnly: each.readonly === true })];
  });

/** Reads a part of a report of OCPP 2.x. Of each variable, its actual value is listed. */
const settingsIn2 = (message: Message): readonly ListedSetting[] =>
  listIn(message.reportData).flatMap(each => {
    const variable = variableIn(each);
    if (variable === null) return [];
    const actual = listIn(each.variableAttribute).find(({ type }) => (textIn(type) ?? 'Actual') === 'Actual') ?? {};
    const mutability = textIn(actual.mutability) ?? 'ReadWrite';
    return [
      listed({
        ...{ name: nameOfVariable(variable), variable, value: textIn(actual.value) },
        unit: textIn(messageIn(each.variableCharacteristics).unit),
        ...{ isReadOnly: mutability === 'ReadOnly' || actual.constant === true, isWriteOnly: mutability === 'WriteOnly' },
      }),
    ];
  });

function variableIn({ component, variable }: Message): Wanted['variable'] {
  const [of, own] = [messageIn(component), messageIn(variable)];
  const [componentName, name] = [textIn(of.name), textIn(own.name)];
  if (componentName === null || name === null) return null;
  const evse = messageIn(of.evse);
  const [evseId, connector] = [integerIn(evse.id), integerIn(evse.connectorId)];
  const [componentInstance, instance] = [textIn(of.instance), textIn(own.instance)];
  return {
    ...{ component: componentName, variable: name },
    ...(componentInstance === null ? {} : { componentInstance }),
    ...(evseId === null ? {} : { evse: evseId }),
    ...(evseId === null || connector === null ? {} : { connector }),
    ...(instance === null ? {} : { instance }),
  };
}

/** Name of a variable for people: 'Connector[left]#1/2.Available[phase]'. */
function nameOfVariable(variable: NonNullable<Wanted['variable']>): string {
  const { component, componentInstance, evse, connector, variable: name, instance } = variable;
  const bracketed = (text: string | undefined) => (text === undefined ? '' : `[${text}]`);
  const numbers = [evse ?? [], connector ?? []].flat().join('/');
  return `${component}${bracketed(componentInstance)}${numbers && `#${numbers}`}.${name}${bracketed(instance)}`;
}

const REQUIRED: ReadonlySet<string> = new Set(
  wantedSettings({ isDc: false }).flatMap(({ key, variable }) => [key ?? [], variable ? nameOfVariable(variable) : []].flat()),
);

/** Returns a stored list as staff see it. */
export const shownSettings = ({ readAt, isComplete, settings }: Omit<ListRow, 'requestId'>): StationSettings => ({
  ...{ readAt, isComplete },
  settings: settings
    .map(({ key: _, variable: __, ...setting }) => ({ ...setting, isRequired: REQUIRED.has(setting.name) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
});
