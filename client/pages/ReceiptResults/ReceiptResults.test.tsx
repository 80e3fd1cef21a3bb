/** @jest-environment jsdom */
import { cleanup, screen, within } from '@testing-library/react';
import type { FoundSession } from '../../../shared/charging/receipt.ts';
import { receipt, showPage } from '../Session/Session.fixture.tsx';
import { textOf } from '../Session/show.fixture.tsx';
import { ReceiptResults } from './ReceiptResults.tsx';

/** Returns the headings of the results, in the order of the list. */
function headingsOf(found: readonly Partial<FoundSession>[]) {
  const receipts = found.map((more, place) => receipt({ receipt: `r.${place}`, found: { ...receipt().found, ...more } }));
  showPage({
    content: ReceiptResults,
    data: { receipts, searched: { date: '2026-11-20', creditCard: '4242' }, isSent: false },
    strings: ['results', 'search', 'receipt', 'calibration', 'unit', 'plug'],
  });
  return screen.getAllByRole('heading', { level: 2 }).slice(0, found.length).map(textOf);
}

test('two charging sessions of one day are told apart by their times, by the clock of each charging point', () => {
  const [morning, evening] = headingsOf([
    { startedAt: '2026-11-20T07:05:00Z', endedAt: '2026-11-20T07:55:00Z' },
    { startedAt: '2026-11-20T18:30:00Z', endedAt: '2026-11-20T19:10:00Z', timeZone: 'Atlantic/Canary' },
  ]);
  expect([morning, evening]).toEqual(['20 Nov 2026, 08:05–08:55', '20 Nov 2026, 18:30–19:10']);
});

test('a refunded session says what is left, and the sum of the page is what is left', () => {
  const refund = { kind: 'refunded', amountMinor: 200, at: '2026-11-28T09:00:00Z' } as const;
  const { container } = showPage({
    content: ReceiptResults,
    data: { receipts: [receipt({ timeline: [...receipt().timeline, refund] })], searched: null, isSent: false },
    strings: ['results', 'search', 'receipt', 'calibration', 'unit', 'plug'],
  });
  expect(textOf(container)).toContain('€2.00 refunded on 28 Nov 2026, leaving €5.63');
  expect(textOf(screen.getByRole('heading', { level: 1 }).parentElement as HTMLElement)).toContain('€5.63');
});

test('the search is told again as it was asked', () => {
  headingsOf([{ startedAt: '2026-11-21T07:05:00Z' }]);
  const criteria = screen.getByRole('region', { name: 'You searched for' });
  expect(textOf(criteria)).toContain('20 Nov 2026');
  expect(textOf(criteria)).toContain('4242');
});

test('the export for accounting is folded below the receipt, and open for a visitor with several receipts', () => {
  const accounting = () => screen.getByText('For your expenses').closest('details');
  headingsOf([{}]);
  expect(accounting()?.open).toBe(false);
  expect(within(accounting() as HTMLElement).getByText('List (CSV)')).toBeTruthy();
  cleanup();
  headingsOf([{}, { startedAt: '2026-11-19T07:05:00Z' }]);
  expect(accounting()?.open).toBe(true);
});

test('a night has both its days', () => {
  expect(headingsOf([{ startedAt: '2026-11-20T22:30:00Z', endedAt: '2026-11-20T23:15:00Z' }])).toEqual([
    '20 Nov 2026, 23:30 – 21 Nov 2026, 00:15',
  ]);
});

test('a session is shown with as much of its time as is told, and with no time that is not', () => {
  const untold = { endedAt: null };
  expect(
    headingsOf([
      { startedAt: '2026-11-20T15:23:00Z', ...untold },
      { startedAt: '2026-11-20', ...untold },
    ]),
  ).toEqual(['20 Nov 2026, 16:23', '20 Nov 2026']);
  expect(textOf(screen.getAllByRole('link', { name: /Signed meter values/, hidden: true })[1] as Element)).toBe(
    'Signed meter values, 20 Nov 2026',
  );
});
