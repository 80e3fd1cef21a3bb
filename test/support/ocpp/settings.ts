import type { Settings, Station } from './station.ts';

/** A station setting: a configuration key of OCPP 1.6 or a variable of OCPP 2.x. */
export interface SettingFacts {
  value: string;
  is?: 'settable' | 'read-only' | 'write-only' | 'rejected' | 'set after a reboot';
  /** Returns true if the setting can have this value. */
  allows?: (value: string) => boolean;
}

export type SettingTable = Readonly<Record<string, SettingFacts>>;

const isNumber = (value: string): boolean => /^\d+$/.test(value);
const isYesOrNo = (value: string): boolean => /^(true|false)$/i.test(value);
export const isListOf =
  (known: readonly string[]) =>
  (value: string): boolean =>
    value === '' || value.split(',').every(each => known.includes(each.trim()));

export const yesOrNo = (value: boolean | string, is: SettingFacts['is'] = 'settable'): SettingFacts => ({
  value: String(value),
  is,
  allows: isYesOrNo,
});
export const number = (value: number, is: SettingFacts['is'] = 'settable'): SettingFacts => ({
  value: String(value),
  is,
  allows: isNumber,
});
export const text = (value: string, is: SettingFacts['is'] = 'settable'): SettingFacts => ({ value, is });

export const createSettings = (): Settings => ({ values: new Map(), pending: new Map() });

/** Returns a setting by name; null if the station does not have it. */
export function findSetting(station: Station, table: SettingTable, name: string): SettingFacts | null {
  const [facts, other] = [table[name], station.switches.settings[name]];
  if (other?.is === 'unsupported' || (!facts && other?.value === undefined)) return null;
  const { is = facts?.is ?? 'settable' } = other ?? {};
  const value = station.settings.values.get(name) ?? other?.value ?? facts?.value ?? '';
  return { value, is: is === 'unsupported' ? 'settable' : is, ...(facts?.allows && { allows: facts.allows }) };
}

export const namesOf = ({ switches }: Station, table: SettingTable): string[] => [
  ...new Set([...Object.keys(table), ...Object.keys(switches.settings)]),
];

export type Setting = 'Accepted' | 'Rejected' | 'RebootRequired' | 'unknown';

export function set(station: Station, table: SettingTable, { name, value }: { name: string; value: string }): Setting {
  const facts = findSetting(station, table, name);
  if (!facts) return 'unknown';
  if (facts.is === 'read-only' || facts.is === 'rejected' || facts.allows?.(value) === false) return 'Rejected';
  if (facts.is === 'set after a reboot') {
    station.settings.pending.set(name, value);
    return 'RebootRequired';
  }
  station.settings.values.set(name, value);
  return 'Accepted';
}

export function applyPending({ settings }: Station): void {
  for (const [name, value] of settings.pending) settings.values.set(name, value);
  settings.pending.clear();
}
