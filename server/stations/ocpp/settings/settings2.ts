import { listIn, type Message, messageIn, textIn } from '../messages/values.ts';
import type { Wanted } from './requiredSettings.ts';
import type { SettingCalls } from './setting.ts';

const namesOf = ({ variable }: Wanted): Message => ({
  component: { name: variable?.component ?? '', ...(variable?.evse === undefined ? {} : { evse: { id: variable.evse } }) },
  variable: { name: variable?.variable ?? '', ...(variable?.instance === undefined ? {} : { instance: variable.instance }) },
});

/** Some stations accept only few variables in one message (ItemsPerMessage of DeviceDataCtrlr). */
const MAX_ITEMS_PER_MESSAGE = 4;

/** OCPP 2.x: variables of components, several in one message, each with its own result. */
export const SETTING_CALLS_2: SettingCalls = {
  nameOf: ({ variable }) => (variable === null ? '' : `${variable.component}.${variable.variable}`),
  async read(socket, wanted) {
    const answers: (string | null)[] = [];
    for (let from = 0; from < wanted.length; from += MAX_ITEMS_PER_MESSAGE) {
      const part = wanted.slice(from, from + MAX_ITEMS_PER_MESSAGE);
      const message = { getVariableData: part.map(namesOf) };
      const answer = messageIn(await socket.call({ action: 'GetVariables', message, urgency: 'set' }));
      const results = listIn(answer.getVariableResult);
      answers.push(
        ...part.map((wanted, at) => {
          const result = resultOf(results, wanted, at);
          return textIn(result?.attributeStatus) === 'Accepted' ? (textIn(result?.attributeValue) ?? '') : null;
        }),
      );
    }
    return answers.map(value => (value === null ? null : { value, isReadOnly: false }));
  },
  async change(socket, want, value) {
    const message = { setVariableData: [{ ...namesOf(want), attributeValue: value }] };
    const answer = messageIn(await socket.call({ action: 'SetVariables', message, urgency: 'set' }));
    return ANSWERS[textIn(listIn(answer.setVariableResult)[0]?.attributeStatus) ?? ''] ?? 'refused';
  },
};

/**
 * Finds a result by its names, because the standard does not guarantee the order. A result without names is found by its
 * position.
 */
function resultOf(results: readonly Message[], wanted: Wanted, at: number): Message | undefined {
  const there = results[at];
  return (
    results.find(result => nameIn(result) === nameIn(namesOf(wanted))) ?? (there && nameIn(there) === '' ? there : undefined)
  );
}

function nameIn({ component, variable }: Message): string {
  const [of, it] = [messageIn(component), messageIn(variable)];
  const parts = [textIn(of.name), textIn(of.instance), textIn(messageIn(of.evse).id), textIn(it.name), textIn(it.instance)];
  return parts.filter(part => part !== null).length === 0
    ? ''
    : parts
        .map(part => part ?? '')
        .join('|')
        .toLowerCase();
}

const ANSWERS: Readonly<Record<string, 'set' | 'later'>> = { Accepted: 'set', RebootRequired: 'later' };
