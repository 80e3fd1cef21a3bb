/** @jest-environment jsdom */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider } from 'react-i18next';
import { I18N_OPTIONS, TEXTS } from '../../../shared/charging/i18n.ts';
import { type Visit, VisitContext } from '../../core/pageData.tsx';
import { type Toast, useToasts } from '../../hooks/useToasts.ts';
import { Toasts } from './Toasts.tsx';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
let toasts: ReturnType<typeof useToasts>;

function Page() {
  toasts = useToasts();
  return (
    <main id="main" tabIndex={-1}>
      <button type="button">Before</button>
    </main>
  );
}

beforeEach(() => {
  const texts = { toast: JSON.parse(readFileSync('locales/en/toast.json', 'utf8')) as object };
  const i18n = createInstance();
  void i18n.init({ ...I18N_OPTIONS, lng: 'en', resources: { en: { [TEXTS]: texts } } });
  render(
    <I18nextProvider i18n={i18n}>
      <VisitContext value={{ sprite: '/sprite.svg' } as Visit}>
        <Toasts>
          <Page />
        </Toasts>
      </VisitContext>
    </I18nextProvider>,
  );
});

function add(headline: string, variant: Toast['variant'] = 'success'): string {
  let id = '';
  act(() => {
    id = toasts.add({ variant, headline });
  });
  return id;
}
const isThere = (words: string) => screen.queryByText(words) !== null;

test('two empty places for messages are there from the beginning', () => {
  expect(screen.getByRole('status').childElementCount).toBe(0);
  expect(screen.getByRole('alert').childElementCount).toBe(0);
});

test.each([
  ['error', 'alert'],
  ['warning', 'alert'],
  ['success', 'status'],
  ['info', 'status'],
] as const)('%s is announced as %s', (variant, role) => {
  add('Something', variant);
  expect(screen.getByRole(role).textContent).toContain('Something');
});

test('says in words what kind of message it is', () => {
  act(() => void toasts.add({ variant: 'error', headline: 'Download failed', description: 'It could not be started.' }));
  expect(screen.getByRole('alert').textContent).toContain('Error: Download failedIt could not be started.');
});

test('good news goes by itself after a while, errors stay until they are closed', async () => {
  add('Link copied', 'info');
  add('Download failed', 'error');
  await pass(6_000);
  expect(isThere('Link copied')).toBe(true);
  await pass(3_000);
  expect(isThere('Link copied')).toBe(false);
  await pass(600_000);
  expect(isThere('Download failed')).toBe(true);
});

test('waits while somebody points at it or is in it', async () => {
  add('Link copied', 'info');
  const close = screen.getByRole('button', { name: 'Close message' });
  fireEvent.pointerEnter(screen.getByText('Link copied'));
  await pass(60_000);
  expect(isThere('Link copied')).toBe(true);
  fireEvent.pointerLeave(screen.getByText('Link copied'));
  act(() => close.focus());
  await pass(60_000);
  expect(isThere('Link copied')).toBe(true);
  act(() => screen.getByRole('button', { name: 'Before' }).focus());
  await pass(9_000);
  expect(isThere('Link copied')).toBe(false);
});

test('never takes the focus, and gives it back when it is closed', async () => {
  const before = screen.getByRole('button', { name: 'Before' });
  before.focus();
  add('Download failed', 'error');
  expect(document.activeElement).toBe(before);
  const close = screen.getByRole('button', { name: 'Close message' });
  act(() => close.focus());
  fireEvent.click(close);
  expect(document.activeElement).toBe(before);
  await pass(300);
  expect(isThere('Download failed')).toBe(false);
});

test('at most three: the oldest makes room, but rather good news than an error', () => {
  add('Error of old', 'error');
  for (const headline of ['One', 'Two', 'Three']) add(headline);
  expect(['Error of old', 'One', 'Two', 'Three'].map(isThere)).toEqual([true, false, true, true]);
});

test('is taken away by its id, after it has faded', async () => {
  const id = add('Download failed', 'error');
  act(() => toasts.remove(id));
  expect(isThere('Download failed')).toBe(true);
  await pass(300);
  expect(isThere('Download failed')).toBe(false);
});
