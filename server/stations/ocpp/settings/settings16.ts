import { listIn, messageIn, statusOf, textIn } from '../messages/values.ts';
import type { SettingCalls } from './setting.ts';

/** Reads and changes settings in OCPP 1.6, where they are keys with text values (§5.3 and §5.8). */
export const SETTING_CALLS_16: SettingCalls = {
  nameOf: ({ key }) => key ?? '',
  async read(socket, wanted) {
    const keys = wanted.flatMap(({ key }) => key ?? []);
    // If the list of keys may be too long for the station (GetConfigurationMaxKeys), an empty request asks for all settings.
    const request = keys.length <= MAX_KEYS ? { key: keys } : {};
    const answer = messageIn(await socket.call({ action: 'GetConfiguration', message: request, urgency: 'set' }));
    const known = new Map(listIn(answer.configurationKey).map(each => [textIn(each.key)?.toLowerCase(), each]));
    return wanted.map(({ key }) => {
      const found = key === null ? undefined : known.get(key.toLowerCase());
      return found ? { value: textIn(found.value), isReadOnly: found.readonly === true } : null;
    });
  },
  async change(socket, { key }, value) {
    const answer = await socket.call({ action: 'ChangeConfiguration', message: { key, value }, urgency: 'set' });
    return ANSWERS[statusOf(answer) ?? ''] ?? 'refused';
  },
};

const MAX_KEYS = 5;
const ANSWERS: Readonly<Record<string, 'set' | 'later'>> = { Accepted: 'set', RebootRequired: 'later' };
