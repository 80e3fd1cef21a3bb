/** @jest-environment jsdom */
import { fireEvent, screen } from '@testing-library/react';
import type { FormState } from '../../core/pageData.tsx';
import { showPage } from '../Session/Session.fixture.tsx';
import { localDay } from './load.ts';
import { ReceiptSearch } from './ReceiptSearch.tsx';

const show = (form?: FormState) =>
  showPage({
    content: ReceiptSearch,
    data: { today: '2026-11-20' },
    strings: ['search', 'validation'],
    ...(form ? { form } : {}),
  });

test('begins with the brand’s country and today', () => {
  show();
  expect(screen.getByLabelText<HTMLSelectElement>('Country of the charging point').value).toBe('de');
  expect(screen.getByLabelText<HTMLInputElement>('Date of the charging session').value).toBe('2026-11-20');
});

test('tells what is missing before anything is sent, and brings the visitor there', () => {
  const { container } = show();
  const isSent = fireEvent.submit(container.querySelector('form') as HTMLFormElement);
  expect(isSent).toBe(false);
  expect(screen.getByRole('link', { name: 'Please enter 4 digits.' }).getAttribute('href')).toBe('#creditCard');
  expect(screen.getByRole('link', { name: 'Please enter a valid amount.' })).toBeTruthy();
  expect(document.activeElement?.textContent).toContain('There is a problem');
});

test.each([
  ['no-receipt', 'No charging process found'],
  ['search-failed', 'The search could not be performed. Please try again.'],
  ['too-many', 'Too many searches. Please try again in a few minutes.'],
] as const)('keeps what was typed when the answer is %s', (problem, words) => {
  show({ values: { country: 'at', date: '2026-11-19', creditCard: '0042', price: '7,36' }, errors: {}, problem });
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Last 4 digits of the card').value).toBe('0042');
  expect(screen.getByLabelText<HTMLInputElement>('Amount charged').value).toBe('7,36');
});

test.each([
  ['80,00', true],
  ['EUR 40', true],
  ['12,34', false],
])('explains %s when it is an amount that this brand reserves: %s', (price, isExplained) => {
  show({ values: { country: 'de', date: '2026-11-20', creditCard: '4242', price }, errors: {}, problem: 'no-receipt' });
  expect(screen.queryByText('This may be the reservation') !== null).toBe(isExplained);
});

test('takes a session’s link as well, in a form of its own, and keeps what was pasted', () => {
  show({ values: { link: 'nonsense' }, errors: { link: { key: 'search.link.invalid' } }, problem: null });
  const field = screen.getByLabelText<HTMLInputElement>('Link to the charging session');
  expect([field.value, field.form?.method]).toEqual(['nonsense', 'post']);
  expect(field.form?.querySelector('[name=creditCard]')).toBeNull();
  expect(screen.getByRole('link', { name: 'Paste the link to your charging session' }).getAttribute('href')).toBe('#link');
});

test('today is the day at the charging point', () => {
  expect(localDay(new Date('2026-11-20T22:59:00Z'))).toBe('2026-11-20');
  expect(localDay(new Date('2026-11-20T23:00:00Z'))).toBe('2026-11-21');
});
