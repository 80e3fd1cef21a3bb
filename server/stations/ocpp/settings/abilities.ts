import type { Abilities } from '../chargePoints/registry.ts';
import { integerIn } from '../messages/values.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import type { Wanted } from './requiredSettings.ts';
import type { SettingCalls } from './setting.ts';

const variable = (component: string, name: string, instance?: string): Wanted => ({
  key: null,
  variable: { component, variable: name, ...(instance === undefined ? {} : { instance }) },
  values: [],
  means: null,
});

const REQUESTED_VARIABLES = [
  variable('TxCtrlr', 'SupportedLimits'),
  variable('DisplayMessageCtrlr', 'SupportedFormats'),
  variable('TariffCostCtrlr', 'Currency'),
  variable('DeviceDataCtrlr', 'ItemsPerMessage', 'SetVariables'),
];

const partsOf = (value: string | null | undefined): readonly string[] =>
  (value ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(Boolean);

/**
 * Reads the abilities of a station with OCPP 2.x.
 * @throws CallFailed if the station does not respond, or refuses the request
 */
export async function readAbilities(socket: StationSocket, { read }: SettingCalls): Promise<Abilities> {
  const [limits, formats, currency, items] = await read(socket, REQUESTED_VARIABLES);
  return {
    limits: partsOf(limits?.value),
    formats: partsOf(formats?.value),
    currency: currency?.value || null,
    itemsPerMessage: integerIn(items?.value),
  };
}
