import { listIn, messageIn, textIn } from '../messages/values.ts';
import type { SettingCalls } from './setting.ts';
import type { Wanted } from './wanted.ts';

const nameOf = ({ variable }: Wanted): object => ({
  component: { name: variable?.component ?? '', ...(variable?.evse === undefined ? {} : { evse: { id: variable.evse } }) },
  variable: { name: variable?.variable ?? '', ...(variable?.instance === undefined ? {} : { instance: variable.instance }) },
});

/** Some take few in one message (ItemsPerMessage of DeviceDataCtrlr). */
const MOST_ITEMS = 4;

/** OCPP 2.x: variables of components, several in one message, each with an answer of its own. */
export const SETTING_CALLS_2: SettingCalls = {
  async read(socket, wanted) {
    const answers: (string | null)[] = [];
    for (let from = 0; from < wanted.length; from += MOST_ITEMS) {
      const part = wanted.slice(from, from + MOST_ITEMS);
      const message = { getVariableData: part.map(nameOf) };
      const answer = messageIn(await socket.call({ action: 'GetVariables', message, urgency: 'set' }));
      const results = listIn(answer.getVariableResult);
      answers.push(
        ...part.map((_, at) =>
          textIn(results[at]?.attributeStatus) === 'Accepted' ? (textIn(results[at]?.attributeValue) ?? '') : null,
        ),
      );
    }
    return answers.map(value => (value === null ? null : { value, isReadOnly: false }));
  },
  async change(socket, want, value) {
    const message = { setVariableData: [{ ...nameOf(want), attributeValue: value }] };
    const answer = messageIn(await socket.call({ action: 'SetVariables', message, urgency: 'set' }));
    return ANSWERS[textIn(listIn(answer.setVariableResult)[0]?.attributeStatus) ?? ''] ?? 'refused';
  },
};

const ANSWERS: Readonly<Record<string, 'set' | 'later'>> = { Accepted: 'set', RebootRequired: 'later' };
