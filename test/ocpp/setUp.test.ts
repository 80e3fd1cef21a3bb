import { afterEach, describe, expect, it } from '@jest/globals';
import { type HandStation, openHandStation } from '../support/ocpp/handStation.ts';

let station: HandStation;

afterEach(() => station.close());

const asked = (action: string) => station.asked.filter(each => each.action === action).length;
const isToBeSet = async () => (await station.ocpp.registry.find('CP1'))?.isToBeSet;

describe('A station that goes silent while it is set', () => {
  it('is set when it comes back, although it does not boot again, and then no more', async () => {
    station = await openHandStation('ocpp1.6');
    station.answers.GetConfiguration = () => null;
    await station.say('BootNotification', { chargePointVendor: 'Vendor', chargePointModel: 'Model' });
    await station.until(async () => asked('GetConfiguration'), Boolean);
    expect(await isToBeSet()).toBe(true);

    const attempts = { key: 'TransactionMessageAttempts', readonly: false, value: '3' };
    station.answers.GetConfiguration = () => ({ configurationKey: [attempts], unknownKey: [] });
    await station.reconnect();
    await station.until(isToBeSet, is => is === false);
    const changes = station.asked.filter(({ action }) => action === 'ChangeConfiguration').map(({ message }) => message);
    expect(changes).toContainEqual({ key: 'TransactionMessageAttempts', value: '10' });

    const before = { reads: asked('GetConfiguration'), looks: asked('TriggerMessage') };
    await station.reconnect();
    await station.until(
      async () => asked('TriggerMessage'),
      looks => looks > before.looks,
    );
    expect(asked('GetConfiguration')).toBe(before.reads);
  });
});
