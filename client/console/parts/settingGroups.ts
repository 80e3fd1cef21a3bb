import type { StationSetting } from '../../../shared/console/stationCommands.ts';

/**
 * Keys of OCPP 1.6 (section 9) and of its security extension by feature profile. A key that begins with one of the texts belongs to
 * the profile; the first match counts.
 */
const PROFILES: readonly (readonly [profile: string, beginnings: readonly string[]])[] = [
  ['LocalAuthListManagement', ['LocalAuthList', 'SendLocalList']],
  ['Reservation', ['ReserveConnector']],
  ['SmartCharging', ['ChargeProfile', 'ChargingSchedule', 'ConnectorSwitch', 'MaxChargingProfiles']],
  ['FirmwareManagement', ['SupportedFileTransfer']],
  ['Security', ['AdditionalRootCertificate', 'AuthorizationKey', 'Certificate', 'CpoName', 'SecurityProfile']],
  [
    'Core',
    [
      ...['AllowOfflineTx', 'AuthorizationCache', 'AuthorizeRemoteTx', 'BlinkRepeat', 'ClockAlignedData', 'ConnectionTimeOut'],
      ...['ConnectorPhaseRotation', 'GetConfigurationMaxKeys', 'HeartbeatInterval', 'LightIntensity', 'LocalAuthorizeOffline'],
      ...['LocalPreAuthorize', 'MaxEnergyOnInvalidId', 'MeterValue', 'MinimumStatusDuration', 'NumberOfConnectors'],
      ...['ResetRetries', 'StopTransactionOn', 'StopTxn', 'SupportedFeatureProfiles', 'TransactionMessage', 'UnlockConnectorOn'],
      ...['WebSocketPing'],
    ],
  ],
];

interface SettingGroup {
  /** Component of OCPP 2.x, or feature profile of OCPP 1.6. Null: keys of the vendor. */
  name: string | null;
  settings: readonly StationSetting[];
}

/** Groups settings by component (OCPP 2.x) or feature profile (OCPP 1.6), by name. Keys of the vendor come last. */
export const groupSettings = (settings: readonly StationSetting[]): readonly SettingGroup[] =>
  [...Map.groupBy(settings, ({ name }) => groupOf(name))]
    .map(([name, members]) => ({ name, settings: members }))
    .sort(
      (one, other) => Number(one.name === null) - Number(other.name === null) || (one.name ?? '').localeCompare(other.name ?? ''),
    );

function groupOf(name: string): string | null {
  const [, component] = /^([^.[#]+)(?:\[[^\]]*\])?(?:#[\d/]+)?\./.exec(name) ?? [];
  return component ?? PROFILES.find(([, beginnings]) => beginnings.some(beginning => name.startsWith(beginning)))?.[0] ?? null;
}
