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

  it('are not given up for anything less urgent', async () => {
    const calls = createCalls(() => new Promise(resolve => setTimeout(() => resolve({}), 60)), { patienceMs: 20 });
    const both = ['set', 'start'] as const;
    expect(await Promise.all(both.map(urgency => calls.call({ action: 'Any', message: {}, urgency })))).toEqual([{}, {}]);
  });
});
