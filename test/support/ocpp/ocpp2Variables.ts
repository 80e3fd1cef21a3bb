import { findSetting, isListOf, namesOf, number, type SettingFacts, type SettingTable, set, text, yesOrNo } from './settings.ts';
import { publicKeyOf } from './signing.ts';
import type { Knobs, Payload, Station } from './station.ts';

const MEASURANDS = ['Energy.Active.Import.Register', 'Energy.Active.Import.Interval', 'Power.Active.Import', 'SoC', 'Voltage'];
const ENERGY = 'Energy.Active.Import.Register';
const TX_POINTS = ['ParkingBayOccupancy', 'EVConnected', 'Authorized', 'DataSigned', 'PowerPathClosed', 'EnergyTransfer'];
const measurands = (value: string): SettingFacts => ({ value, allows: isListOf(MEASURANDS) });
const points = (value: string): SettingFacts => ({ value, allows: isListOf(TX_POINTS) });

/**
 * Variables with their defaults. Keys: 'Component.Variable', with '@1' for EVSE 1 and '[instance]' for an instance of the
 * variable. Source: OCPP 2.1, appendices, chapter 3.
 */
const TABLE: SettingTable = {
  'AlignedDataCtrlr.Interval': number(0),
  'AuthCtrlr.AuthorizeRemoteStart': yesOrNo(false),
  'AuthCtrlr.LocalAuthorizeOffline': yesOrNo(true),
  'AuthCtrlr.LocalPreAuthorize': yesOrNo(true),
  'AuthCtrlr.OfflineTxForUnknownIdEnabled': yesOrNo(true),
  'DisplayMessageCtrlr.SupportedFormats': text('UTF8,URI', 'read-only'),
  'DeviceDataCtrlr.ItemsPerMessage[SetVariables]': number(4, 'read-only'),
  'OCPPCommCtrlr.HeartbeatInterval': number(86_400),
  'OCPPCommCtrlr.MessageAttemptInterval[TransactionEvent]': number(60),
  'OCPPCommCtrlr.MessageAttempts[TransactionEvent]': number(3),
  'OCPPCommCtrlr.PublicKeyWithSignedMeterValue': text('EveryMeterValue'),
  'OCPPCommCtrlr.RetryBackOffRandomRange': number(0),
  'OCPPCommCtrlr.RetryBackOffRepeatTimes': number(3),
  'OCPPCommCtrlr.RetryBackOffWaitMinimum': number(1),
  'OCPPCommCtrlr.WebSocketPingInterval': number(60),
  'SampledDataCtrlr.SignReadings': yesOrNo(true),
  'SampledDataCtrlr.SignStartedReadings': yesOrNo(false),
  'SampledDataCtrlr.TxEndedInterval': number(0),
  'SampledDataCtrlr.TxEndedMeasurands': measurands(ENERGY),
  'SampledDataCtrlr.TxStartedMeasurands': measurands(ENERGY),
  'SampledDataCtrlr.TxUpdatedInterval': number(60),
  'SampledDataCtrlr.TxUpdatedMeasurands': measurands(ENERGY),
  'SecurityCtrlr.BasicAuthPassword': { value: '', is: 'write-only', allows: value => value.length >= 16 && value.length <= 40 },
  'SecurityCtrlr.SecurityProfile': number(1, 'read-only'),
  'TariffCostCtrlr.Available[Cost]': yesOrNo(false, 'read-only'),
  'TariffCostCtrlr.Currency': text('EUR', 'read-only'),
  'TxCtrlr.EVConnectionTimeOut': number(120),
  'TxCtrlr.MaxEnergyOnInvalidId': number(0),
  'TxCtrlr.StopTxOnEVSideDisconnect': yesOrNo(true),
  'TxCtrlr.StopTxOnInvalidId': yesOrNo(true),
  'TxCtrlr.TxStartPoint': points('PowerPathClosed'),
  'TxCtrlr.TxStopPoint': points('PowerPathClosed,EVConnected'),
};

/** Variables per EVSE for the displayed QR code. Source: OCPP 2.1, appendices, chapter 3.1.13. */
const WEB_PAYMENTS: SettingTable = {
  Enabled: yesOrNo(true),
  Length: { value: '8', allows: value => Number(value) >= 6 },
  QRCodeQuality: text('Medium'),
  SharedSecret: text('a secret of the first boot 00000', 'write-only'),
  TOTPVersion: { value: 'v1', allows: value => value === 'v1' },
  URLParameters: text(''),
  URLTemplate: text(''),
  ValidityTime: { value: '30', allows: value => Number(value) >= 6 && Number(value) <= 3600 },
};

function tableOf(station: Station): SettingTable {
  const { version } = station.facts;
  const ofPlugs = station.plugs.flatMap(plug => [
    ...(version === '2.1'
      ? Object.entries(WEB_PAYMENTS).map(([name, facts]) => [`WebPaymentsCtrlr@${plug.number}.${name}`, facts] as const)
      : []),
    ...(station.at(plug).signed.kind === 'none'
      ? []
      : [[`FiscalMetering@${plug.number}.PublicKey`, text(publicKeyOf(plug), 'read-only')] as const]),
  ]);
  const limits = version === '2.1' ? { 'TxCtrlr.SupportedLimits': text('maxEnergy,maxTime,maxCost', 'read-only') } : {};
  return { ...TABLE, ...limits, ...Object.fromEntries(ofPlugs) };
}

/** Looks in `TABLE` first, because this function is called often, and the complete table of the station is expensive to build. */
export const variableOf = (station: Station, name: string): string =>
  findSetting(station, name in TABLE ? TABLE : tableOf(station), name)?.value ?? '';
const isTrue = (station: Station, name: string): boolean => variableOf(station, name).toLowerCase() === 'true';
const msOf = (station: Station, name: string): number => Number(variableOf(station, name)) * 1000;
export const listOf = (station: Station, name: string): string[] =>
  variableOf(station, name)
    .split(',')
    .map(each => each.trim())
    .filter(Boolean);

export const knobs2 = (station: Station): Knobs => ({
  sampleIntervalMs: msOf(station, 'SampledDataCtrlr.TxUpdatedInterval'),
  connectTimeoutMs: msOf(station, 'TxCtrlr.EVConnectionTimeOut'),
  authorizesRemoteStarts: isTrue(station, 'AuthCtrlr.AuthorizeRemoteStart'),
  stopsWhenUnplugged: isTrue(station, 'TxCtrlr.StopTxOnEVSideDisconnect'),
  stopsWhenInvalid: isTrue(station, 'TxCtrlr.StopTxOnInvalidId'),
  attempts: Number(variableOf(station, 'OCPPCommCtrlr.MessageAttempts[TransactionEvent]')),
  retryMs: msOf(station, 'OCPPCommCtrlr.MessageAttemptInterval[TransactionEvent]'),
  heartbeatMs: msOf(station, 'OCPPCommCtrlr.HeartbeatInterval'),
});

interface RequestedVariable {
  component: { name: string; instance?: string; evse?: { id: number } };
  variable: { name: string; instance?: string };
  attributeType?: string;
}

const nameOf = ({ component, variable }: RequestedVariable): string =>
  `${component.name}${component.evse ? `@${component.evse.id}` : ''}.${variable.name}${variable.instance ? `[${variable.instance}]` : ''}`;

/** Returns the status code for an unknown variable: either its component is unknown too, or only the variable. */
const unknownIn = (station: Station, table: SettingTable, { component }: RequestedVariable): string =>
  namesOf(station, table).some(name => name.split(/[@.]/)[0] === component.name) ? 'UnknownVariable' : 'UnknownComponent';

const isActual = ({ attributeType = 'Actual' }: RequestedVariable): boolean => attributeType === 'Actual';
const echoed = ({ component, variable, attributeType }: RequestedVariable): Payload => ({
  component,
  variable,
  ...(attributeType && { attributeType }),
});

export function getVariables(station: Station, requested: readonly RequestedVariable[]): Payload {
  const table = tableOf(station);
  const read = (each: RequestedVariable): Payload => {
    const facts = findSetting(station, table, nameOf(each));
    if (!facts) return { ...echoed(each), attributeStatus: unknownIn(station, table, each) };
    if (!isActual(each)) return { ...echoed(each), attributeStatus: 'NotSupportedAttributeType' };
    if (facts.is === 'write-only') return { ...echoed(each), attributeStatus: 'Rejected' };
    return { ...echoed(each), attributeStatus: 'Accepted', attributeValue: facts.value };
  };
  return { getVariableResult: requested.map(read) };
}

/**
 * Sets variables as the app requests.
 * @returns the response, and the accepted values by name
 */
export function setVariables(
  station: Station,
  requested: readonly (RequestedVariable & { attributeValue: string })[],
): { answer: Payload; accepted: ReadonlyMap<string, string> } {
  const table = tableOf(station);
  const accepted = new Map<string, string>();
  const put = (each: RequestedVariable & { attributeValue: string }): string => {
    if (!isActual(each)) return 'NotSupportedAttributeType';
    const name = nameOf(each);
    const result = set(station, table, { name, value: each.attributeValue });
    if (result === 'Accepted') accepted.set(name, each.attributeValue);
    return result === 'unknown' ? unknownIn(station, table, each) : result;
  };
  const setVariableResult = requested.map(each => ({ ...echoed(each), attributeStatus: put(each) }));
  return { answer: { setVariableResult }, accepted };
}

/** Returns all variables of a station in the format of NotifyReport. */
export function reportOf(station: Station): Payload[] {
  const table = tableOf(station);
  return namesOf(station, table).flatMap(name => {
    const facts = findSetting(station, table, name);
    const [, component, evse, variable, instance] = /^(\w+)(?:@(\d+))?\.(\w+)(?:\[(\w+)\])?$/.exec(name) ?? [];
    if (!facts || !component || !variable) return [];
    return [
      {
        component: { name: component, ...(evse && { evse: { id: Number(evse) } }) },
        variable: { name: variable, ...(instance && { instance }) },
        variableAttribute: [
          {
            mutability: MUTABILITY[facts.is ?? 'settable'] ?? 'ReadWrite',
            ...(facts.is !== 'write-only' && { value: facts.value }),
          },
        ],
        variableCharacteristics: { dataType: 'string', supportsMonitoring: false },
      },
    ];
  });
}

const MUTABILITY: Readonly<Record<string, string>> = { 'read-only': 'ReadOnly', 'write-only': 'WriteOnly' };
