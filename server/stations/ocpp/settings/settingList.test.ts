import { describe, expect, it } from '@jest/globals';
import { rowsInMemory } from '../../../../test/support/rowsInMemory.ts';
import { settingsIn16 } from './reportedSettings.ts';
import { changeable, createSettingLists, shownSettings } from './settingList.ts';

const NOW = new Date('2026-11-28T10:00:00Z');
const open = () => createSettingLists({ store: rowsInMemory(), now: () => NOW });
type Lists = ReturnType<typeof open>;

const variable = (component: string, name: string, value: unknown = '1', more: object = {}) => ({
  component: { name: component },
  variable: { name },
  variableAttribute: [{ value, ...more }],
});
const part = (requestId: number, seqNo: number, { tbc = false, data = [variable('Clock', `V${seqNo}`)] } = {}) => ({
  ...{ requestId, seqNo, tbc, generatedAt: '', reportData: data },
});
const names = async (lists: Lists) => {
  const row = await lists.find('CP1');
  const shown = row && shownSettings(row);
  return shown && [shown.isComplete, ...shown.settings.map(({ name }) => name)];
};

describe('The report of a station with OCPP 2.x', () => {
  it('is complete when all parts are there, in whichever order they come', async () => {
    const lists = open();
    await lists.begin('CP1', 7);
    await lists.add('CP1', part(7, 2));
    await lists.add('CP1', part(7, 0, { tbc: true }));
    // A repeated part, a part of another request, and parts with impossible numbers count nothing.
    for (const strange of [part(7, 0, { tbc: true }), part(8, 1), part(7, -1), part(7, 1e9)]) await lists.add('CP1', strange);
    expect(await names(lists)).toEqual([false, 'Clock.V0', 'Clock.V2']);
    await lists.add('CP1', part(7, 1, { tbc: true }));
    expect(await names(lists)).toEqual([true, 'Clock.V0', 'Clock.V1', 'Clock.V2']);
    await lists.add('CP1', part(7, 3));
    expect(await names(lists)).toEqual([true, 'Clock.V0', 'Clock.V1', 'Clock.V2']);
  });

  it('replaces the last list only when complete, and a refused request leaves the list of another one', async () => {
    const lists = open();
    await lists.begin('CP1', 1);
    await lists.add('CP1', part(1, 0));
    await lists.begin('CP1', 2);
    expect(await names(lists)).toEqual([false, 'Clock.V0']);
    await lists.begin('CP1', 3);
    await lists.cancel('CP1', 2);
    await lists.add('CP1', part(3, 0, { data: [variable('Clock', 'New')] }));
    expect(await names(lists)).toEqual([true, 'Clock.New']);
    await lists.begin('CP1', 4);
    await lists.cancel('CP1', 4);
    expect(await names(lists)).toEqual([true, 'Clock.New']);
  });

  it('has no values of secrets, of vehicles, or of a length that the station could not take back', async () => {
    const lists = open();
    await lists.begin('CP1', 1);
    const data = [
      variable('ConnectedEV', 'VehicleId', 'WVWZZZ'),
      variable('NetworkConfiguration', 'VpnKey', 'k'),
      variable('Any', 'Password', 'p', { mutability: 'WriteOnly' }),
      variable('Any', 'Url', 'wss://user:hunter2@host/ocpp'),
      variable('Any', 'Long', 'x'.repeat(2501)),
      variable('MapNumbers', 'Zoom', '4'),
      variable('AuthCtrlr', 'SupportedIdTokenTypes', 'Central'),
    ];
    await lists.add('CP1', part(1, 0, { data }));
    const row = await lists.find('CP1');
    const values = Object.fromEntries((row && shownSettings(row))?.settings.map(({ name, value }) => [name, value]) ?? []);
    expect(values).toEqual({
      ...{ 'ConnectedEV.VehicleId': null, 'NetworkConfiguration.VpnKey': null, 'Any.Password': null, 'Any.Url': null },
      ...{ 'Any.Long': null, 'MapNumbers.Zoom': '4', 'AuthCtrlr.SupportedIdTokenTypes': 'Central' },
    });
    expect(JSON.stringify(row)).not.toMatch(/WVWZZZ|hunter2/);
  });

  it('lets staff change what is unambiguous, writable, no secret, and not set by the app', async () => {
    const lists = open();
    await lists.begin('CP1', 1);
    const data = [
      variable('A.B', 'C'),
      variable('A', 'B.C'),
      variable('Any', 'Fixed', '1', { mutability: 'ReadOnly' }),
      variable('txctrlr', 'evconnectiontimeout'),
      variable('Any', 'Free'),
      ...[{}, { component: null }, { component: { name: 'X' }, variable: 5 }],
    ];
    await lists.add('CP1', part(1, 0, { data: data as never }));
    const row = await lists.find('CP1');
    const able = ['A.B.C', 'Any.Fixed', 'txctrlr.evconnectiontimeout', 'Any.Free', 'X'].filter(name => changeable(row, name));
    expect(able).toEqual(['Any.Free']);
    await lists.update('CP1', 'Any.Free', '2');
    expect(changeable(await lists.find('CP1'), 'Any.Free')?.value).toBe('2');
  });
});

describe('The configuration of a station with OCPP 1.6', () => {
  it.each([{}, [], { configurationKey: 'x' }, null, { configurationKey: [{ value: '1' }] }])('%j has no settings', answer => {
    expect(settingsIn16(answer)).toEqual([]);
  });

  it('hides secrets under the names that stations use, and reads values of any type', () => {
    const keys = ['SimPinCode', 'SIMPIN', 'WifiKey', 'AdminPwd', 'PassCode', 'FreevendIdTag', 'AuthorizationKey', 'ApiToken'];
    const settings = settingsIn16({
      configurationKey: [
        ...keys.map(key => ({ key, readonly: false, value: '4711' })),
        { key: 'Light', readonly: false, value: true },
        { key: 'k'.repeat(51), readonly: false, value: '1' },
      ],
    });
    expect(settings.filter(({ value }) => value === '4711')).toEqual([]);
    expect(settings.slice(-2)).toMatchObject([
      { name: 'Light', value: 'true', isReadOnly: false },
      { value: '1', isReadOnly: true },
    ]);
  });
});
