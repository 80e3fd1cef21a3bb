import { afterEach, describe, expect, it } from '@jest/globals';
import { openScriptedStation, type ScriptedStation } from '../support/ocpp/scriptedStation.ts';

let station: ScriptedStation;
afterEach(() => station.close());

const status = (evseId: number, connectorStatus: string) =>
  station.send('StatusNotification', { timestamp: station.at(), connectorStatus, evseId, connectorId: 1 });

/** Sends an event of a component, as a station with OCPP 2.x does when something happens. */
const problem = (component: object, more: object) =>
  station.send('NotifyEvent', {
    generatedAt: station.at(),
    seqNo: 0,
    eventData: [
      {
        ...{ eventId: 1, timestamp: station.at(), trigger: 'Alerting', actualValue: 'true' },
        ...{ component, variable: { name: 'Problem' }, eventNotificationType: 'HardWiredNotification', ...more },
      },
    ],
  });
/** Returns the last reported state of the plug of an EVSE. */
const last = (evse: number) => {
  const { state, fault = null } = station.plugs.findLast(({ evseId }) => evseId === `DE*BLF*E${evse}`) ?? {};
  return [state, fault];
};

describe.each(['ocpp2.0.1', 'ocpp2.1'] as const)('A problem that a station with %s reports', protocol => {
  it('is the fault of the plug, in whichever order event and state come, until the plug can be used again', async () => {
    station = await openScriptedStation(protocol);
    for (const evse of [1, 2]) await status(evse, 'Available');
    const lock = { name: 'ConnectorPlugRetentionLock', evse: { id: 1, connectorId: 1 } };
    await problem(lock, { techCode: 'E-214' });
    expect(last(1)).toEqual(['available', 'ConnectorPlugRetentionLock E-214']);
    await status(1, 'Faulted');
    expect(last(1)).toEqual(['unavailable', 'ConnectorPlugRetentionLock E-214']);
    expect(last(2)).toEqual(['available', null]);
    await status(1, 'Available');
    expect(last(1)).toEqual(['available', null]);
    await status(1, 'Faulted');
    expect(last(1)).toEqual(['unavailable', null]);
    await problem({ name: 'EVSE', evse: { id: 1 } }, {});
    expect(last(1)).toEqual(['unavailable', 'EVSE']);
  });

  it('of the whole station is the fault of all its plugs, and ends when the station says so', async () => {
    station = await openScriptedStation(protocol);
    for (const evse of [1, 2]) await status(evse, 'Faulted');
    await problem({ name: 'ChargingStation' }, { techCode: 'T\0emp' });
    expect([last(1), last(2)]).toEqual([
      ['unavailable', 'ChargingStation Temp'],
      ['unavailable', 'ChargingStation Temp'],
    ]);
    const reports = station.plugs.length;
    await problem({ name: 'ChargingStation' }, { techCode: 'Temp' });
    // A repeated event changes nothing.
    expect(station.plugs.length).toBe(reports);
    await problem({ name: 'ChargingStation' }, { actualValue: 'true', cleared: true });
    expect([last(1), last(2)]).toEqual([
      ['unavailable', null],
      ['unavailable', null],
    ]);
  });

  it('of plugs that are not offered, or that no state is known of, is ignored', async () => {
    station = await openScriptedStation(protocol);
    await problem({ name: 'EVSE', evse: { id: 1 } }, {});
    await problem({ name: 'EVSE', evse: { id: 9 } }, {});
    await problem({ name: 'EVSE', evse: { id: 1 } }, { actualValue: 'false' });
    expect(station.plugs).toEqual([]);
  });
});
