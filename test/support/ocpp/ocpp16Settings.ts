import { findSetting, isListOf, number, type SettingTable, set, text, yesOrNo } from './settings.ts';
import { publicKeyOf } from './signing.ts';
import type { Knobs, Payload, Station } from './station.ts';

const MEASURANDS = ['Energy.Active.Import.Register', 'Energy.Active.Import.Interval', 'Power.Active.Import', 'SoC', 'Voltage'];
const ENERGY = 'Energy.Active.Import.Register';

/**
 * Configuration keys with their defaults. Sources: OCPP 1.6 edition 2, chapter 9, and the note of the Open Charge Alliance on
 * signed meter values.
 */
const TABLE: SettingTable = {
  AllowOfflineTxForUnknownId: yesOrNo(true),
  AuthorizationKey: { value: '', is: 'write-only', allows: value => /^[\x20-\x7e]{16,40}$/.test(value) },
  AuthorizeRemoteTxRequests: yesOrNo(false),
  ClockAlignedDataInterval: number(0),
  ConnectionTimeOut: number(120),
  GetConfigurationMaxKeys: number(20, 'read-only'),
  HeartbeatInterval: number(86_400),
  LocalAuthorizeOffline: yesOrNo(true),
  LocalPreAuthorize: yesOrNo(true),
  MaxEnergyOnInvalidId: number(0),
  MeterValuesAlignedData: { value: ENERGY, allows: isListOf(MEASURANDS) },
  MeterValuesSampledData: { value: ENERGY, allows: isListOf(MEASURANDS) },
  MeterValueSampleInterval: number(60),
  NumberOfConnectors: number(1, 'read-only'),
  PublicKeyWithSignedMeterValue: text('EveryMeterValue'),
  SampledDataSignReadings: yesOrNo(true),
  SampledDataSignUpdatedReadings: yesOrNo(false),
  StopTransactionOnEVSideDisconnect: yesOrNo(true),
  StopTransactionOnInvalidId: yesOrNo(true),
  StopTxnAlignedData: { value: '', allows: isListOf(MEASURANDS) },
  StopTxnSampledData: { value: '', allows: isListOf(MEASURANDS) },
  SupportedFeatureProfiles: text('Core,RemoteTrigger', 'read-only'),
  TransactionMessageAttempts: number(3),
  TransactionMessageRetryInterval: number(60),
  UnlockConnectorOnEVSideDisconnect: yesOrNo(true),
  WebSocketPingInterval: number(60),
};

/** Returns all settings of a station, including the public keys of its meters that sign records. */
const tableOf = (station: Station): SettingTable => ({
  ...TABLE,
  NumberOfConnectors: number(station.plugs.length, 'read-only'),
  ...Object.fromEntries(
    station.plugs.flatMap(plug =>
      station.at(plug).signed.kind === 'none' ? [] : [[`MeterPublicKey${plug.number}`, text(publicKeyOf(plug), 'read-only')]],
    ),
  ),
});

const settingOf = (station: Station, name: string): string => findSetting(station, TABLE, name)?.value ?? '';
const isTrue = (station: Station, name: string): boolean => settingOf(station, name).toLowerCase() === 'true';
const msOf = (station: Station, name: string): number => Number(settingOf(station, name)) * 1000;

export const knobs16 = (station: Station): Knobs => ({
  sampleIntervalMs: msOf(station, 'MeterValueSampleInterval'),
  connectTimeoutMs: msOf(station, 'ConnectionTimeOut'),
  authorizesRemoteStarts: isTrue(station, 'AuthorizeRemoteTxRequests'),
  stopsWhenUnplugged: isTrue(station, 'StopTransactionOnEVSideDisconnect'),
  stopsWhenInvalid: isTrue(station, 'StopTransactionOnInvalidId'),
  attempts: Number(settingOf(station, 'TransactionMessageAttempts')),
  retryMs: msOf(station, 'TransactionMessageRetryInterval'),
  heartbeatMs: msOf(station, 'HeartbeatInterval'),
});

export const measurandsOf = (station: Station, name: 'MeterValuesSampledData' | 'StopTxnSampledData'): string[] =>
  settingOf(station, name)
    .split(',')
    .map(each => each.trim())
    .filter(Boolean);

export function getConfiguration(station: Station, { key }: { key?: readonly string[] }): Payload {
  const table = tableOf(station);
  const names = key && key.length > 0 ? key : Object.keys(table);
  const found = names.map(name => ({ name, facts: findSetting(station, table, name) }));
  return {
    configurationKey: found.flatMap(({ name, facts }) =>
      facts === null
        ? []
        : [
            {
              key: name,
              readonly: facts.is === 'read-only',
              ...(facts.is !== 'write-only' && { value: facts.value.slice(0, 500) }),
            },
          ],
    ),
    unknownKey: found.filter(({ facts }) => facts === null).map(({ name }) => name),
  };
}

export function changeConfiguration(station: Station, { key, value }: { key: string; value: string }): string {
  const answer = set(station, tableOf(station), { name: key, value });
  return answer === 'unknown' ? 'NotSupported' : answer;
}
