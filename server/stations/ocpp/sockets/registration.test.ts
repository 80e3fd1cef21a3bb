import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createCalls } from './calls.ts';
import { watchRegistration } from './registration.ts';

const SET = { action: 'SetVariables', message: {}, urgency: 'set' } as const;
const START = { action: 'RequestStartTransaction', message: {}, urgency: 'start' } as const;

/** Opens a connection, and collects the calls that were sent and those that failed. */
function connect() {
  const sent: string[] = [];
  const failed: string[] = [];
  const registration = watchRegistration({ changed: () => calls.resume() });
  const calls = createCalls(
    async ({ action }) => {
      sent.push(action);
      return {};
    },
    { allows: registration.allows },
  );
  const call = (requested: typeof SET | typeof START) => {
    calls.call(requested).catch((error: Error) => failed.push(`${requested.action} ${error.message}`));
  };
  return { ...registration, call, sent, failed };
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('A call to a station that has just connected', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each([0, 2000, 9000])('is sent a second after the boot was accepted, where the station boots after %d ms', async ms => {
    const station = connect();
    station.call(START);
    await pass(ms);
    station.received('BootNotification');
    await pass(12_000);
    expect(station.sent).toEqual([]);
    station.answered({ status: 'Accepted' });
    await pass(999);
    expect(station.sent).toEqual([]);
    await pass(1);
    expect(station.sent).toEqual([START.action]);
  });

  it.each([11_000, Number.POSITIVE_INFINITY])(
    'is sent after ten seconds where the station boots after %d ms or never',
    async ms => {
      const station = connect();
      station.call(START);
      await pass(9999);
      expect(station.sent).toEqual([]);
      await pass(1);
      expect(station.sent).toEqual([START.action]);
      if (ms === Number.POSITIVE_INFINITY) return;
      await pass(ms - 10_000);
      station.received('BootNotification');
      station.call(SET);
      await pass(5000);
      expect(station.sent).toEqual([START.action]);
      station.answered({ status: 'Accepted' });
      await pass(1000);
      expect(station.sent).toEqual([START.action, SET.action]);
    },
  );

  it('is sent at once where the station begins with another message', async () => {
    const station = connect();
    station.call(START);
    station.received('StatusNotification');
    await pass(0);
    expect(station.sent).toEqual([START.action]);
  });

  it('is sent only if it configures, as long as the registration is pending', async () => {
    const station = connect();
    station.call(START);
    station.call(SET);
    station.received('BootNotification');
    station.answered({ status: 'Pending' });
    await pass(10_000);
    expect(station.sent).toEqual([SET.action]);
    await pass(15_000);
    expect(station.failed).toEqual([`${START.action} not registered`]);
    station.call(START);
    station.received('Heartbeat');
    station.received('BootNotification');
    station.answered({ status: 'Accepted' });
    await pass(1000);
    expect(station.sent).toEqual([SET.action, START.action]);
  });

  it('fails where the boot was rejected, or was never answered', async () => {
    for (const answer of [{ status: 'Rejected' }, null]) {
      const station = connect();
      station.received('BootNotification');
      station.answered(answer);
      station.call(START);
      station.call(SET);
      await pass(25_000);
      expect(station.sent).toEqual([]);
      expect(station.failed).toEqual([`${START.action} not registered`, `${SET.action} not registered`]);
    }
  });
});
