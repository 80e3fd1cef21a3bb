import { expect, test } from '@jest/globals';
import { chainsOf, exchangesOf, isIn } from './exchanges.ts';

const line = (second: number, direction: string, text: string) => `2026-11-28T10:00:0${second}.000Z  ${direction}  ${text}`;

test('a call and its answer are one exchange, also if other messages stand between them', () => {
  const lines = [
    line(1, '→', 'GetVariables {"a":1}'),
    line(2, '←', 'Heartbeat {}'),
    line(3, '→', 'Heartbeat answered {"currentTime":"x"}'),
    line(4, '←', 'GetVariables answered {"status":"Accepted"}'),
    line(5, '→', 'Reset {"type":"Hard"}'),
    line(6, '←', 'Reset failed: NotSupported'),
    line(7, '→', 'TriggerMessage {}'),
  ];
  expect(exchangesOf(lines).map(({ isOurs, action, answer, status }) => [isOurs, action, answer, status])).toEqual([
    [true, 'GetVariables', '{"status":"Accepted"}', 'Accepted'],
    [false, 'Heartbeat', '{"currentTime":"x"}', null],
    [true, 'Reset', 'NotSupported', 'failed'],
    [true, 'TriggerMessage', null, null],
  ]);
});

test('equal calls are answered in their order, and an answer whose call is no longer in the log stays', () => {
  const lines = [
    line(1, '←', 'Reset answered {"status":"Rejected"}'),
    line(2, '→', 'GetVariables {"n":1}'),
    line(3, '→', 'GetVariables {"n":2}'),
    line(4, '←', 'GetVariables answered {"n":1}'),
    line(5, '←', 'GetVariables answered {"n":2}'),
    'a frame of 60000 characters',
  ];
  expect(exchangesOf(lines).map(({ isOurs, action, content, answer }) => [isOurs, action, content, answer])).toEqual([
    [true, 'Reset', '', '{"status":"Rejected"}'],
    [true, 'GetVariables', '{"n":1}', '{"n":1}'],
    [true, 'GetVariables', '{"n":2}', '{"n":2}'],
    [false, 'a frame of 60000 characters', '', null],
  ]);
});

test('exchanges are selected that failed, or that the app began', () => {
  const all = exchangesOf([
    line(1, '→', 'Reset {"type":"Hard"}'),
    line(2, '←', 'Reset answered {"status":"Rejected"}'),
    line(3, '←', 'BootNotification {}'),
    line(4, '→', 'BootNotification answered {"status":"Accepted"}'),
    line(5, '←', 'DataTransfer {}'),
    line(6, '→', 'DataTransfer failed: NotSupported'),
  ]);
  const actions = (filter: 'failed' | 'commands') => all.filter(each => isIn(filter, each)).map(({ action }) => action);
  expect(actions('failed')).toEqual(['Reset', 'DataTransfer']);
  expect(actions('commands')).toEqual(['Reset']);
});

describe('A long message log', () => {
  it('groups neighbouring exchanges that repeat, unless one fails or they are few', () => {
    const line = (second: number, rest: string) => `2026-11-28T10:00:0${second}.000Z  ${rest}`;
    const poll = [1, 2, 3, 4].map(second => line(second, '→  TriggerMessage {}'));
    const few = [6, 7].map(second => line(second, '←  Heartbeat {}'));
    const boot = line(5, '←  BootNotification {}');
    expect(chainsOf(exchangesOf([...poll, boot, ...few])).map(chain => chain.length)).toEqual([4, 1, 1, 1]);
    const failed = [...poll.slice(0, 2), line(3, '→  TriggerMessage {}'), line(3, '←  TriggerMessage failed: NotSupported')];
    expect(chainsOf(exchangesOf(failed)).every(chain => chain.length === 1)).toBe(true);
  });
});
