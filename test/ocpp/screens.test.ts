import { afterEach, describe, expect, it } from '@jest/globals';
import { passwordAt } from '../../server/stations/ocpp/codes/password.ts';
import { createOcppDriver } from '../support/ocpp/ocppDriver.ts';
import { type OcppShop, openOcppShop, STATION } from '../support/ocpp/openOcppShop.ts';
import { openScriptedStation, type ScriptedStation } from '../support/ocpp/scriptedStation.ts';
import { someAddress } from '../support/someStation.ts';
import { until } from '../support/until.ts';

interface OnScreen {
  message: { format: string; content: string; language?: string };
}

let close = async () => undefined as unknown;
afterEach(() => close());

async function openShop(): Promise<OcppShop> {
  const shop = await openOcppShop('2.0.1', { [STATION]: { driver: { plugsInAfterMs: 5000 } } });
  close = shop.close;
  return shop;
}
async function openStation(protocol: Parameters<typeof openScriptedStation>[0]): Promise<ScriptedStation> {
  const station = await openScriptedStation(protocol);
  close = station.close;
  return station;
}

describe('The screen of a station that makes no codes itself', () => {
  it('shows a code that changes and proves who stands there, and the price in the words of its driver', async () => {
    const shop = await openShop();
    const onScreen = async () => (await shop.stations.see(STATION)).screen as OnScreen[];
    const codes = async () => (await onScreen()).filter(({ message }) => message.format === 'URI');
    const [first] = await until(codes, found => found.length === 1);
    const address = someAddress({ source: 'ocpp', chargePoint: { id: STATION, evse: 1, connector: 1 } });
    const check = (content = '') => {
      const [, password = '', version = ''] = /\/q\/HOTEL%201\/1\/(\w+)\/(v1)$/.exec(content) ?? [];
      return shop.ocpp.stations.checkCode?.({ address, password, version });
    };
    expect(first?.message.content).toMatch(/^https:\/\/charge\.example\/q\//);
    expect(await check(first?.message.content)).toMatchObject({ is: 'valid' });
    await shop.pass(900);
    expect(await check(first?.message.content)).toMatchObject({ is: 'old' });
    const [later] = await codes();
    expect(await check(later?.message.content)).toMatchObject({ is: 'valid' });

    await createOcppDriver(shop).paid();
    await shop.pass(60);
    const price = (await onScreen()).find(({ message }) => message.format === 'UTF8');
    expect(price?.message).toMatchObject({ language: 'de', content: expect.stringMatching(/^Energie: 0,\d\d\s€ je kWh/) });
  });
});

describe('A station', () => {
  const boots = { chargingStation: { vendorName: 'v', model: 'm' }, reason: 'PowerUp' };
  type RequestedVariable = { component: object; variable: { name: string } };
  const values = (has: Readonly<Record<string, string>>) => (message: Record<string, unknown>) => ({
    getVariableResult: (message.getVariableData as RequestedVariable[]).map(({ component, variable }) => ({
      component,
      variable,
      attributeStatus: variable.name in has ? 'Accepted' : 'UnknownVariable',
      attributeValue: has[variable.name],
    })),
  });

  it.each([
    ['none', '', false],
    ['another than the cost', 'maxEnergy,maxTime', false],
    ['the cost', 'maxCost,maxEnergy', true],
  ])('of 2.1 whose limits are %s is told what it can keep to', async (_, limits, isReported) => {
    const station = await openStation('ocpp2.1');
    station.answers.GetVariables = values({ SupportedLimits: limits });
    await station.send('BootNotification', boots);
    await station.until(
      async () => (await station.ocpp.registry.find('CP1'))?.abilities,
      found => found !== undefined,
    );
    await station.ocpp.stations.start({ ...station.call('AAAA'), limitMinor: 2000, currency: 'EUR', tariffText: null });
    const answer = await station.send('TransactionEvent', {
      eventType: 'Started',
      timestamp: station.at(),
      triggerReason: 'RemoteStart',
      seqNo: 0,
      transactionInfo: { transactionId: 'T1', chargingState: 'Charging' },
      idToken: { idToken: 'AAAA', type: 'DirectPayment' },
    });
    expect(answer.transactionLimit).toEqual(isReported ? { maxCost: 20 } : undefined);
  });

  it.each([
    ['3', 3],
    ['0', 4],
    ['9', 4],
  ])('that takes %s variables in a message is read and set by %i (B_10)', async (items, limit) => {
    const station = await openStation('ocpp2.1');
    station.answers.GetVariables = values({ ItemsPerMessage: items });
    station.answers.SetVariables = ({ setVariableData }) => ({
      setVariableResult: (setVariableData as RequestedVariable[]).map(({ component, variable }) => ({
        component,
        variable,
        attributeStatus: 'Accepted',
      })),
    });
    await station.send('BootNotification', boots);
    const sets = () =>
      station.requested
        .filter(({ action }) => action === 'SetVariables')
        .map(({ message }) => (message.setVariableData as RequestedVariable[]).map(({ variable }) => variable.name));
    await station.until(
      async () =>
        sets()
          .flat()
          .filter(name => name === 'ChargingStationId').length,
      count => count === 2,
    );
    expect(Math.max(...sets().map(({ length }) => length))).toBe(limit);
    const reads = station.requested.flatMap(({ action, message }) =>
      action === 'GetVariables' ? [message.getVariableData as object[]] : [],
    );
    expect(Math.max(...reads.map(({ length }) => length))).toBe(limit);
    expect(
      sets()
        .flat()
        .filter(name => name === 'SharedSecret'),
    ).toHaveLength(2);
  });

  it('shows codes by its secret, although it answers for its variables in another order than it was asked', async () => {
    const station = await openStation('ocpp2.1');
    station.answers.GetVariables = values({});
    let sharedSecret = '';
    station.answers.SetVariables = ({ setVariableData }) => ({
      setVariableResult: (setVariableData as (RequestedVariable & { attributeValue: string })[])
        .map(({ component, variable, attributeValue }) => {
          if (variable.name === 'SharedSecret') sharedSecret ||= attributeValue;
          return { component, variable, attributeStatus: variable.name === 'QRCodeQuality' ? 'UnknownVariable' : 'Accepted' };
        })
        .toReversed(),
    });
    await station.send('BootNotification', boots);
    await station.until(
      async () => (await station.ocpp.registry.find('CP1'))?.isToBeSet,
      isToBeSet => isToBeSet === false,
    );
    const password = passwordAt({ sharedSecret, validityS: 30, length: 10 }, station.clock.now());
    const { address } = station.call('');
    expect(await station.stations.checkCode?.({ address, password, version: 'v1' })).toMatchObject({ is: 'valid' });
  });

  it('that another process holds is told that somebody pays there', async () => {
    const station = await openStation('ocpp2.1');
    const other = await station.otherProcess();
    await other.stations.sendPaymentStarted?.({ address: station.call('').address, timeoutS: 300 });
    const paying = () => station.requested.filter(({ action }) => action === 'NotifyWebPaymentStarted');
    for (let n = 0; n < 10 && paying().length === 0; n++) await station.clock.pass(1000);
    await station.until(
      async () => paying(),
      reported => reported.length > 0,
    );
    expect(paying()).toMatchObject([{ message: { evseId: 1, timeout: 300 } }]);
  });
});
