import { expect, test } from '@jest/globals';
import { groupSettings } from './settingGroups.ts';

const setting = (name: string) => ({ name, value: '1', unit: null, isReadOnly: false, isSecret: false, isRequired: false });
const groupsOf = (...names: string[]) =>
  groupSettings(names.map(setting)).map(({ name, settings }) => [name, settings.map(each => each.name)]);

test('groups variables of OCPP 2.x by their component', () => {
  expect(
    groupsOf('TxCtrlr.EVConnectionTimeOut', 'OCPPCommCtrlr.MessageAttempts[TransactionEvent]', 'TxCtrlr.StopTxOnInvalidId'),
  ).toEqual([
    ['OCPPCommCtrlr', ['OCPPCommCtrlr.MessageAttempts[TransactionEvent]']],
    ['TxCtrlr', ['TxCtrlr.EVConnectionTimeOut', 'TxCtrlr.StopTxOnInvalidId']],
  ]);
});

test('groups the same component of several connectors and instances together', () => {
  expect(groupsOf('Connector#1/1.Available', 'Connector#2/1.Available', 'Display[lobby].Color')).toEqual([
    ['Connector', ['Connector#1/1.Available', 'Connector#2/1.Available']],
    ['Display', ['Display[lobby].Color']],
  ]);
});

test('groups keys of OCPP 1.6 by their feature profile, and those of the vendor last', () => {
  expect(
    groupsOf(
      'AcmeLedColor',
      'LocalAuthListEnabled',
      'LocalPreAuthorize',
      'ChargeProfileMaxStackLevel',
      'MeterValueSampleInterval',
    ),
  ).toEqual([
    ['Core', ['LocalPreAuthorize', 'MeterValueSampleInterval']],
    ['LocalAuthListManagement', ['LocalAuthListEnabled']],
    ['SmartCharging', ['ChargeProfileMaxStackLevel']],
    [null, ['AcmeLedColor']],
  ]);
});
