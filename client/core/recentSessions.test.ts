/** @jest-environment jsdom */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { forgetSessions, type RecentSession, recentSessions, remember } from './recentSessions.ts';

const session = (sessionId: string, at: string, clientId = 'lindau'): RecentSession => ({
  clientId,
  sessionId,
  at,
  place: 'Bregenzer Straße 12, Lindau',
  country: 'de',
  timeZone: 'Europe/Berlin',
});
const NOW = Date.parse('2026-11-20T12:00:00Z');

beforeEach(() => window.localStorage.clear());

test('a device remembers what it was asked to, newest first and once each', () => {
  remember(session('one', '2026-11-19T10:00:00Z'));
  remember(session('two', '2026-11-20T10:00:00Z'));
  remember(session('one', '2026-11-20T11:00:00Z'));
  expect(recentSessions(NOW).map(({ sessionId }) => sessionId)).toEqual(['one', 'two']);
});

test('after thirty days it does not', () => {
  remember(session('old', '2026-10-20T10:00:00Z'));
  expect(recentSessions(NOW)).toEqual([]);
});

test('one brand’s page forgets its own', () => {
  const now = new Date().toISOString();
  remember(session('one', now, 'lindau'));
  remember(session('two', now, 'sonne'));
  forgetSessions(({ clientId }) => clientId === 'sonne');
  expect(recentSessions().map(({ sessionId }) => sessionId)).toEqual(['one']);
});

test.each(['', 'nonsense', '{}', '[1, null, {"sessionId": 5}]'])('what cannot be read is nothing: %s', stored => {
  window.localStorage.setItem('recent-sessions', stored);
  expect(recentSessions()).toEqual([]);
});

test('a browser that keeps nothing is no fault', () => {
  const refuse = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(remember(session('one', '2026-11-20T10:00:00Z'))).toBe(false);
  refuse.mockRestore();
});
