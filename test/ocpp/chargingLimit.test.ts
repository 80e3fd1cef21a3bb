import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createRPCError } from 'ocpp-rpc';
import { refusedSettings } from '../../server/stations/ocpp/settings/chargingLimit.ts';
import { LIMIT_PROFILE_ID, limitInUnit } from '../../server/stations/ocpp/settings/limitCalls.ts';
import { openScriptedStation, type ScriptedStation } from '../support/ocpp/scriptedStation.ts';

const VERSIONS = ['1.6', '2.0.1', '2.1'] as const;
const BOOT = {
  '1.6': { chargePointVendor: 'Vendor', chargePointModel: 'Model' },
  '2.0.1': { reason: 'PowerUp', chargingStation: { vendorName: 'Vendor', model: 'Model' } },
  '2.1': { reason: 'PowerUp', chargingStation: { vendorName: 'Vendor', model: 'Model' } },
};

describe.each(VERSIONS)('The charging limit of a station with OCPP %s', version => {
  let station: ScriptedStation;
  beforeEach(async () => {
    station = await openScriptedStation(`ocpp${version}`, undefined, { callLimitMs: 300 });
    station.answers.GetConfiguration = () => ({ configurationKey: [], unknownKey: [] });
    station.answers.GetVariables = () => ({ getVariableResult: [] });
    await station.send('BootNotification', BOOT[version]);
    await station.until(record, known => known?.isToBeSet === false);
  });
  afterEach(() => station.close());

  const record = () => station.ocpp.registry.find('CP1');
  const limit = async () => (await record())?.limit ?? null;
  const sent = (action: string) => station.requested.filter(each => each.action === action).map(({ message }) => message);
  const setLimit = (limitW: number | null) => station.command({ does: 'limit its power', limitW });
  const fails = (code: string) => () => {
    throw createRPCError(code, 'Text of the station', {}) as Error;
  };
  const bootAgain = async () => {
    await station.send('BootNotification', BOOT[version]);
    await station.until(record, known => known?.isToBeSet === false);
  };

  it('is sent as one profile for the whole station, stored when confirmed, and sent again after each boot', async () => {
    const since = station.clock.now();
    expect(await setLimit(11_000)).toBe('accepted');
    const schedule = { chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod: 0, limit: 11_000 }] };
    const [first] = sent('SetChargingProfile');
    const startSchedule = expect.stringMatching(/^2026-11-19T/);
    const common = { stackLevel: 0, chargingProfileKind: 'Absolute' };
    expect(first).toEqual(
      version === '1.6'
        ? {
            connectorId: 0,
            csChargingProfiles: {
              ...{ ...common, chargingProfileId: LIMIT_PROFILE_ID, chargingProfilePurpose: 'ChargePointMaxProfile' },
              chargingSchedule: { ...schedule, startSchedule },
            },
          }
        : {
            evseId: 0,
            chargingProfile: {
              ...{ ...common, id: LIMIT_PROFILE_ID, chargingProfilePurpose: 'ChargingStationMaxProfile' },
              chargingSchedule: [{ id: 1, ...schedule, startSchedule }],
            },
          },
    );
    const stored = await limit();
    expect(stored).toMatchObject({ limitW: 11_000, state: 'confirmed' });
    expect(Date.parse(stored?.setAt ?? '')).toBeGreaterThanOrEqual(since.getTime());
    await bootAgain();
    expect(sent('SetChargingProfile')).toHaveLength(2);
    expect(await limit()).toEqual(stored);
  });

  it('is removed by its id, and no longer sent after a boot', async () => {
    await setLimit(11_000);
    for (const status of ['Accepted', 'Unknown']) {
      station.answers.ClearChargingProfile = () => ({ status });
      expect([status, await setLimit(null), await limit()]).toEqual([status, 'accepted', null]);
    }
    const [message] = sent('ClearChargingProfile');
    expect(message).toEqual(version === '1.6' ? { id: LIMIT_PROFILE_ID } : { chargingProfileId: LIMIT_PROFILE_ID });
    await bootAgain();
    expect([sent('SetChargingProfile').length, sent('ClearChargingProfile').length]).toEqual([1, 2]);
  });

  it.each([
    ['Rejected', () => ({ status: 'Rejected' })],
    ['NotSupported as a status', () => ({ status: 'NotSupported' })],
    ['NotSupported as an error', fails('NotSupported')],
    ['NotImplemented as an error', fails('NotImplemented')],
    ['a hostile answer', () => ({ status: ['Accepted'], more: '\u0000'.repeat(5000) })],
  ])('stays as before if the station answers %s', async (_, answer) => {
    station.answers.SetChargingProfile = answer;
    expect([await setLimit(11_000), await limit()]).toEqual(['refused', null]);
    station.answers.SetChargingProfile = () => ({ status: 'Accepted' });
    await setLimit(22_000);
    station.answers.SetChargingProfile = answer;
    expect(await setLimit(11_000)).toBe('refused');
    expect(await limit()).toMatchObject({ limitW: 22_000, state: 'confirmed' });
  });

  it('is not confirmed without an answer, and becomes so after the next boot', async () => {
    station.answers.SetChargingProfile = () => null;
    expect(await setLimit(11_000)).toBe('no answer');
    expect(await limit()).toMatchObject({ limitW: 11_000, state: 'sent' });
    station.answers.SetChargingProfile = () => ({ status: 'Accepted' });
    await bootAgain();
    expect(await limit()).toMatchObject({ limitW: 11_000, state: 'confirmed' });
    station.answers.ClearChargingProfile = () => null;
    expect(await setLimit(null)).toBe('no answer');
    expect(await limit()).toMatchObject({ limitW: null, state: 'sent' });
    delete station.answers.ClearChargingProfile;
    await bootAgain();
    expect(await limit()).toBeNull();
  });

  it('is listed with the settings that were refused if the station rejects it after a boot', async () => {
    await setLimit(11_000);
    station.answers.SetChargingProfile = fails('PropertyConstraintViolation');
    await bootAgain();
    expect(await limit()).toMatchObject({ limitW: 11_000, state: 'refused' });
    const known = await record();
    const refused = 'SetChargingProfile: the station refuses it (it may charge with its full power)';
    expect(known && refusedSettings(known)).toContain(refused);
    station.answers.SetChargingProfile = () => ({ status: 'Accepted' });
    await setLimit(7000);
    const after = await record();
    expect(after && refusedSettings(after)).not.toContain(refused);
  });

  it('stays as before if the connection is lost before the command is sent', async () => {
    let leave: Promise<unknown> = Promise.resolve();
    const answer = () => {
      leave = station.leave();
      return null;
    };
    station.answers[version === '1.6' ? 'GetConfiguration' : 'GetVariables'] = answer;
    expect(await setLimit(11_000)).toBe('not sent');
    await leave;
    expect([sent('SetChargingProfile'), await limit()]).toEqual([[], null]);
  });

  it('is sent in amperes to a station that accepts only these', async () => {
    station.answers.GetConfiguration = () => ({
      configurationKey: [{ key: 'ChargingScheduleAllowedChargingRateUnit', readonly: true, value: 'Current' }],
    });
    const names = { component: { name: 'SmartChargingCtrlr' }, variable: { name: 'RateUnit' } };
    station.answers.GetVariables = () => ({
      getVariableResult: [{ ...names, attributeStatus: 'Accepted', attributeValue: 'A' }],
    });
    expect(await setLimit(11_000)).toBe('accepted');
    const text = JSON.stringify(sent('SetChargingProfile')[0]);
    expect(text).toContain('"chargingRateUnit":"A"');
    expect(text).toContain('{"startPeriod":0,"limit":15.9,"numberPhases":3}');
  });
});

describe('The unit of a limit', () => {
  const plug = (powerW: number, isDc = false) => ({ plug: { isDc, canUnlock: true, powerW } });
  it.each([
    ['', [], 'W', 11_000, undefined],
    ['Power', [], 'W', 11_000, undefined],
    ['Current, Power', [plug(22_000)], 'W', 11_000, undefined],
    ['A,W', [plug(22_000)], 'W', 11_000, undefined],
    ['nonsense', [plug(22_000)], 'W', 11_000, undefined],
    ['current', [plug(22_000), plug(3700)], 'A', 15.9, 3],
    ['A', [], 'A', 15.9, 3],
    ['A', [{}], 'A', 15.9, 3],
    ['A', [plug(7400), plug(3700)], 'A', 47.8, 1],
    ['A', [plug(50_000, true), plug(22_000)], 'A', 11, undefined],
  ])('of a station with the units "%s" and the plugs %j is %s', (units, plugs, unit, limit, numberPhases) => {
    const { chargingRateUnit, period } = limitInUnit(11_000, units, plugs);
    expect([chargingRateUnit, period]).toEqual([unit, { startPeriod: 0, limit, ...(numberPhases && { numberPhases }) }]);
  });
});
