import { describe, expect, it } from '@jest/globals';
import { createCalls } from './calls.ts';

describe('Calls to a station', () => {
  it('are given up for a stop, where one is not answered', async () => {
    const sent: string[] = [];
    const calls = createCalls(
      ({ action }, signal) => {
        sent.push(action);
        return new Promise((resolve, reject) => {
          if (action !== 'GetConfiguration') return resolve({});
          signal.addEventListener('abort', () => reject(new Error('given up')));
        });
      },
      { patienceMs: 20 },
    );
    const hanging = calls.call({ action: 'GetConfiguration', message: {}, urgency: 'set' });
    const failed = hanging.catch((error: Error) => error.message);
    await calls.call({ action: 'RemoteStopTransaction', message: {}, urgency: 'stop' });
    expect(await failed).toBe('no answer');
    expect(sent).toEqual(['GetConfiguration', 'RemoteStopTransaction']);
  });

  it('are not sent where they are taken back while they wait', async () => {
    const sent: string[] = [];
    let answer: () => void = () => undefined;
    const calls = createCalls(({ action }) => {
      sent.push(action);
      return new Promise(resolve => {
        answer = () => resolve({});
      });
    });
    let isWanted = true;
    const first = calls.call({ action: 'TriggerMessage', message: {}, urgency: 'ask' });
    const second = calls.call({ action: 'RequestStopTransaction', message: {}, urgency: 'stop', isWanted: () => isWanted });
    const failed = second.catch((error: Error) => error.message);
    isWanted = false;
    answer();
    await first;
    expect(await failed).toBe('withdrawn');
    expect(sent).toEqual(['TriggerMessage']);
  });

  it('are not sent if the check right before says no, which sees what was requested while they waited', async () => {
    const sent: string[] = [];
    const calls = createCalls(async ({ action }) => void sent.push(action));
    let isBusy = false;
    const first = calls.call({ action: 'GetConfiguration', message: {}, urgency: 'set' });
    const reset = calls.call({ action: 'Reset', message: {}, urgency: 'set', maySend: async () => !isBusy });
    const failed = reset.catch((error: Error) => error.message);
    isBusy = true;
    await Promise.all([first, calls.call({ action: 'RemoteStartTransaction', message: {}, urgency: 'start' })]);
    expect(await failed).toBe('withdrawn');
    const broken = calls.call({ action: 'Reset', message: {}, urgency: 'set', maySend: () => Promise.reject(new Error('away')) });
    await expect(broken).rejects.toThrow('withdrawn');
    expect(sent).toEqual(['GetConfiguration', 'RemoteStartTransaction']);
  });

  it('are not given up for anything less urgent', async () => {
    const calls = createCalls(() => new Promise(resolve => setTimeout(() => resolve({}), 60)), { patienceMs: 20 });
    const both = ['set', 'start'] as const;
    expect(await Promise.all(both.map(urgency => calls.call({ action: 'Any', message: {}, urgency })))).toEqual([{}, {}]);
  });
});
