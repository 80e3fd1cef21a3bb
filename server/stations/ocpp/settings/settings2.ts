import { integerIn, listIn, type Message, messageIn, textIn } from '../messages/values.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import type { Wanted } from './requiredSettings.ts';
import type { SettingCalls } from './setting.ts';

function namesOf({ variable: wanted }: Pick<Wanted, 'variable'>): Message {
  const { component = '', componentInstance, evse, connector, variable = '', instance } = wanted ?? {};
  const evseOf = evse === undefined ? {} : { evse: { id: evse, ...(connector === undefined ? {} : { connectorId: connector }) } };
  return {
    component: { name: component, ...(componentInstance === undefined ? {} : { instance: componentInstance }), ...evseOf },
    variable: { name: variable, ...(instance === undefined ? {} : { instance }) },
  };
}

const MAX_ITEMS_PER_MESSAGE = 4;
/**
 * Returns how many variables one message may contain. A station may support fewer than the app's maximum (ItemsPerMessage of
 * DeviceDataCtrlr).
 */
export const itemsPerMessage = (reported: number | null): number =>
  reported !== null && reported > 0 ? Math.min(reported, MAX_ITEMS_PER_MESSAGE) : MAX_ITEMS_PER_MESSAGE;

const ITEMS_PER_MESSAGE: Wanted = {
  key: null,
  variable: { component: 'DeviceDataCtrlr', variable: 'ItemsPerMessage', instance: 'GetVariables' },
  values: [],
  means: null,
};

/**
 * Reads and changes settings in OCPP 2.x, where they are variables of components. One message contains several, each with its
 * own result.
 */
export const SETTING_CALLS_2: SettingCalls = {
  nameOf: ({ variable }) => (variable === null ? '' : `${variable.component}.${variable.variable}`),
  async read(socket, wanted) {
    const [items] = wanted.length > 1 ? await readSome(socket, [ITEMS_PER_MESSAGE]) : [];
    const limit = itemsPerMessage(integerIn(items));
    const answers: (string | null)[] = [];
    for (let from = 0; from < wanted.length; from += limit)
      answers.push(...(await readSome(socket, wanted.slice(from, from + limit))));
    return answers.map(value => (value === null ? null : { value, isReadOnly: false }));
  },
  async change(socket, want, value) {
    const message = { setVariableData: [{ ...namesOf(want), attributeValue: value }] };
    const answer = messageIn(await socket.call({ action: 'SetVariables', message, urgency: 'set' }));
    return ANSWERS[textIn(listIn(answer.setVariableResult)[0]?.attributeStatus) ?? ''] ?? 'refused';
  },
};

/** Reads variables in one message. A variable that cannot be read is null. */
async function readSome(socket: StationSocket, wanted: readonly Wanted[]): Promise<readonly (string | null)[]> {
  const message = { getVariableData: wanted.map(namesOf) };
  const answer = messageIn(await socket.call({ action: 'GetVariables', message, urgency: 'set' }));
  const results = listIn(answer.getVariableResult);
  return wanted.map((each, at) => {
    const result = resultOf(results, namesOf(each), at);
    return textIn(result?.attributeStatus) === 'Accepted' ? (textIn(result?.attributeValue) ?? '') : null;
  });
}

/**
 * Finds a result by the names of its component and variable, because OCPP does not guarantee the order. If a result lacks names,
 * its position counts.
 */
export function resultOf(results: readonly Message[], names: Message, at: number): Message | undefined {
  const there = results[at];
  return results.find(result => nameIn(result) === nameIn(names)) ?? (there && nameIn(there) === '' ? there : undefined);
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
