import { afterEach, describe, expect, it } from '@jest/globals';
import { openScriptedStation, type ScriptedStation } from '../support/ocpp/scriptedStation.ts';

let station: ScriptedStation;

afterEach(() => station.close());

const countRequests = (action: string) => station.requested.filter(each => each.action === action).length;
const isToBeSet = async () => (await station.ocpp.registry.find('CP1'))?.isToBeSet;

describe('A station that goes silent while it is set', () => {
  it('is set when it comes back, although it does not boot again, and then no more', async () => {
    station = await openScriptedStation('ocpp1.6');
    station.answers.GetConfiguration = () => null;
    await station.send('BootNotification', { chargePointVendor: 'Vendor', chargePointModel: 'Model' });
    await station.until(async () => countRequests('GetConfiguration'), Boolean);
    expect(await isToBeSet()).toBe(true);

    const attempts = { key: 'TransactionMessageAttempts', readonly: false, value: '3' };
    station.answers.GetConfiguration = () => ({ configurationKey: [attempts], unknownKey: [] });
    await station.reconnect();
    await station.until(isToBeSet, is => is === false);
    const changes = station.requested.filter(({ action }) => action === 'ChangeConfiguration').map(({ message }) => message);
    expect(changes).toContainEqual({ key: 'TransactionMessageAttempts', value: '10' });

    const before = { reads: countRequests('GetConfiguration'), looks: countRequests('TriggerMessage') };
    await station.reconnect();
    await station.until(
      async () => countRequests('TriggerMessage'),
      reads => reads > before.reads,
    );
    expect(countRequests('GetConfiguration')).toBe(before.reads);
  });
});

describe('A station whose connection is lost during its setup', () => {
  it('has received no start that was waiting then, so its refusal of the next one counts', async () => {
    station = await openScriptedStation('ocpp1.6');
    station.answers.GetConfiguration = () => null;
    station.answers.RemoteStartTransaction = () => ({ status: 'Rejected' });
    await station.send('BootNotification', { chargePointVendor: 'Vendor', chargePointModel: 'Model' });
    await station.until(async () => countRequests('GetConfiguration'), Boolean);
    const first = station.start('AAAA');
    await station.until(async () => station.stations.read({ ...station.call('AAAA'), since: null }), Boolean);
    station.answers.GetConfiguration = () => ({ configurationKey: [], unknownKey: [] });
    await station.reconnect();
    expect([await first, countRequests('RemoteStartTransaction')]).toEqual(['unknown', 0]);
    expect([await station.start('AAAA'), countRequests('RemoteStartTransaction')]).toEqual(['refused', 1]);
  });
});

describe('A station that boots during its setup', () => {
  it('is set once more, on the same connection', async () => {
    station = await openScriptedStation('ocpp1.6');
    const boot = () => station.send('BootNotification', { chargePointVendor: 'Vendor', chargePointModel: 'Model' });
    const configuration = { configurationKey: [], unknownKey: [] };
    let resume: (answer: object) => void = () => undefined;
    station.answers.GetConfiguration = () => new Promise(resolve => (resume = resolve));
    await boot();
    await station.until(async () => countRequests('GetConfiguration'), Boolean);
    await station.clock.pass(1000);
    await boot();
    station.answers.GetConfiguration = () => configuration;
    resume(configuration);
    await station.until(isToBeSet, is => is === false);
    // The app sets the station up twice. Each time it requests the settings and the public keys of the meters.
    expect(countRequests('GetConfiguration')).toBe(4);
  });
});

describe('A station that answers for its variables in another order than it was asked', () => {
  it('is set in what differs, and in nothing else', async () => {
    station = await openScriptedStation('ocpp2.0.1');
    const values = new Map([
      ['TxUpdatedInterval', '60'],
      ['TxUpdatedMeasurands', 'SoC'],
      ['TxEndedMeasurands', 'Energy.Active.Import.Register'],
    ]);
    const each = (list: unknown) => list as { component: object; variable: { name: string }; attributeValue?: string }[];
    station.answers.GetVariables = ({ getVariableData }) => ({
      getVariableResult: each(getVariableData)
        .toReversed()
        .map(({ component, variable }) => {
          const value = values.get(variable.name);
          const isKnown = value !== undefined;
          return {
            component,
            variable,
            attributeStatus: isKnown ? 'Accepted' : 'UnknownVariable',
            ...(isKnown ? { attributeValue: value } : {}),
          };
        }),
    });
    const set: string[] = [];
    station.answers.SetVariables = ({ setVariableData }) => ({
      setVariableResult: each(setVariableData).map(({ component, variable, attributeValue = '' }) => {
        set.push(variable.name);
        values.set(variable.name, attributeValue);
        return { component, variable, attributeStatus: 'Accepted' };
      }),
    });
    await station.send('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Vendor', model: 'Model' } });
    await station.until(isToBeSet, is => is === false);
    expect(set.filter(name => values.has(name) && name.startsWith('Tx'))).toEqual(['TxUpdatedMeasurands']);
    const { unset = [], meterIntervalS } = (await station.ocpp.registry.find('CP1')) ?? {};
    expect(meterIntervalS).toBe(60);
    expect(unset.filter(text => /TxUpdated|TxEnded/.test(text))).toEqual([]);
  });
});
