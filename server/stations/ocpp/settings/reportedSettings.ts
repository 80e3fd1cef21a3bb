import type { StationSetting } from '../../../../shared/console/stationCommands.ts';
import { isSecretName } from '../messages/secretNames.ts';
import { integerIn, listIn, type Message, messageIn, textIn } from '../messages/values.ts';
import { type Wanted, wantedSettings } from './requiredSettings.ts';

/** A setting with the names by which the app reads and changes it. */
export interface ListedSetting extends Omit<StationSetting, 'isRequired'> {
  key: string | null;
  variable: Wanted['variable'];
}

/** Maximum length of a value (SetVariables of OCPP 2.x has 1,000 or 2,500 characters). Of longer values, none is stored. */
const MAX_VALUE_LENGTH = 2500;
const MAX_NAME_LENGTH = 200;
/** A longer key cannot be sent in OCPP 1.6 (CiString50Type). */
const MAX_KEY_LENGTH = 50;

/** Component of OCPP 2.x that describes the connected vehicle. */
const VEHICLE = 'ConnectedEV';

interface Read {
  name: string;
  value: unknown;
  unit?: string | null;
  isReadOnly: boolean;
  isSecret?: boolean;
  key?: string | null;
  variable?: Wanted['variable'];
}

function listed({ name, value, unit = null, isSecret = false, key = null, variable = null, isReadOnly }: Read): ListedSetting {
  const text = typeof value === 'boolean' || typeof value === 'number' ? String(value) : textIn(value);
  const hides = isSecret || isSecretName(name) || (text !== null && HAS_PASSWORD.test(text));
  return {
    ...{ name: name.slice(0, MAX_NAME_LENGTH), unit, isReadOnly, isSecret: hides, key, variable },
    value: hides || (text?.length ?? 0) > MAX_VALUE_LENGTH ? null : text,
  };
}

/** An address with a user name or password in it. */
const HAS_PASSWORD = /:\/\/[^/\s@]*@/;

/** Reads the answer to GetConfiguration of OCPP 1.6 (§5.8). An answer without settings has an empty list. */
export const settingsIn16 = (answer: unknown): readonly ListedSetting[] =>
  listIn(messageIn(answer).configurationKey).flatMap(each => {
    const key = textIn(each.key);
    if (key === null) return [];
    return [listed({ name: key, key, value: each.value, isReadOnly: each.readonly === true || key.length > MAX_KEY_LENGTH })];
  });

/** Reads a part of a report of OCPP 2.x. Of each variable, its actual value is listed. */
export const settingsIn2 = (message: Message): readonly ListedSetting[] =>
  listIn(message.reportData).flatMap(each => {
    const variable = variableIn(each);
    if (variable === null) return [];
    const actual = listIn(each.variableAttribute).find(({ type }) => (textIn(type) ?? 'Actual') === 'Actual') ?? {};
    const mutability = textIn(actual.mutability) ?? 'ReadWrite';
    return [
      listed({
        ...{ name: nameOfVariable(variable), variable, value: actual.value },
        unit: textIn(messageIn(each.variableCharacteristics).unit),
        isReadOnly: mutability === 'ReadOnly' || actual.constant === true,
        isSecret: mutability === 'WriteOnly' || variable.component.toLowerCase() === VEHICLE.toLowerCase(),
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

/** Names of the settings that the app sets at each boot, in lower case, because names in OCPP have no case. */
const REQUIRED: ReadonlySet<string> = new Set(
  wantedSettings({ isDc: false })
    .flatMap(({ key, variable }) => [key ?? [], variable ? nameOfVariable(variable) : []].flat())
    .map(name => name.toLowerCase()),
);

/** Returns whether the app sets this setting at each boot of the station. */
export const isRequired = ({ key, variable }: Pick<ListedSetting, 'key' | 'variable'>): boolean =>
  REQUIRED.has((key ?? (variable ? nameOfVariable(variable) : '')).toLowerCase());
