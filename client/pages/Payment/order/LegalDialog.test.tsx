/** @jest-environment jsdom */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Charging } from '../../../../shared/charging/charging.ts';
import type { LegalText } from '../../../../shared/model/legal.ts';
import { plug, point, showPayment } from '../Payment.fixture.tsx';

beforeEach(() => {
  // jsdom does not implement showModal.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});

const text = (changes: Partial<LegalText> = {}): LegalText => ({
  kind: 'terms',
  locale: 'en',
  nodes: [
    { tag: 'h2', children: ['Terms and conditions'] },
    { tag: 'h2', children: ['1 Contract'] },
    { tag: 'p', children: ['You charge, you pay.'] },
  ],
  hash: 'a hash',
  ...changes,
});

async function open(getLegalText: Charging['getLegalText'], name = /terms and conditions/) {
  const [form] = [point(plug())];
  showPayment({ point: form, charging: { getLegalText } });
  const link = within(screen.getByRole('group', { name: /confirm/i })).getByRole('link', { name });
  await waitFor(() => expect(link.getAttribute('aria-haspopup')).toBe('dialog'));
  await act(async () => void fireEvent.click(link));
  const dialog = document.querySelector('dialog[open]');
  if (!dialog) throw new Error('Nothing opened');
  return { dialog: dialog as HTMLElement, link };
}

test('links to the headings of a long text', async () => {
  const chapters = ['Contract', 'Prices', 'Payment', 'Charging', 'Questions'];
  const nodes = chapters.map(words => ({ tag: 'h2' as const, children: [words] }));
  const { dialog } = await open(async () => text({ nodes }));
  const contents = within(within(dialog).getByRole('navigation', { name: 'Contents' })).getAllByRole<HTMLAnchorElement>('link');
  expect(contents.map(({ hash }) => dialog.querySelector(hash)?.textContent)).toEqual(chapters);
});

test('opens the text above the form, named by its heading, which it does not say twice', async () => {
  const getLegalText = jest.fn<Charging['getLegalText']>(async () => text());
  const { dialog } = await open(getLegalText);
  expect(getLegalText).toHaveBeenCalledWith({ clientId: 'lindau', kind: 'terms', locale: 'en' });
  const headings = within(dialog).getAllByRole('heading');
  expect(headings.map(({ tagName, textContent }) => `${tagName} ${textContent}`)).toEqual([
    'H2 Terms and conditions',
    'H3 1 Contract',
  ]);
  expect(dialog.getAttribute('aria-labelledby')).toBe(headings[0]?.id);
  expect(dialog.textContent).toContain('You charge, you pay.');
});

test('its first and its last button close it', async () => {
  const { dialog, link } = await open(async () => text());
  for (const place of [0, -1]) {
    fireEvent.click(link);
    const button = within(dialog).getAllByRole('button').at(place);
    expect(button?.textContent).toBe('Close window');
    if (button) fireEvent.click(button);
    expect(document.querySelector('dialog[open]')).toBeNull();
  }
});

test('a click beside it closes it, one inside does not', async () => {
  const { dialog } = await open(async () => text());
  fireEvent.click(within(dialog).getByText('You charge, you pay.'));
  expect(document.querySelector('dialog[open]')).not.toBeNull();
  fireEvent.click(dialog);
  expect(document.querySelector('dialog[open]')).toBeNull();
});

test('a text in another language says so', async () => {
  const { dialog } = await open(async () => text({ locale: 'de' }), /privacy/);
  expect(dialog.querySelector('[lang="de"]')?.textContent).toContain('You charge');
});

test('without a text, or an answer, it says whom to ask', async () => {
  const { dialog } = await open(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(within(dialog).getByText('Content not available')).toBeTruthy();
  expect(within(dialog).getByRole('link', { name: 'Open on a separate page' }).getAttribute('href')).toBe('/en/lindau/terms');
});

test('agreeing is something else than reading', async () => {
  await open(async () => text());
  for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) expect(box.checked).toBe(false);
});
