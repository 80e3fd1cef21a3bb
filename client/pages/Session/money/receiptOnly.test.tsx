/** @jest-environment jsdom */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import type { Receipt } from '../../../../shared/charging/receipt.ts';
import { LOCALES } from '../../../../shared/model/locales.ts';
import { completed, receipt } from '../Session.fixture.tsx';
import { pass, show, status, textOf } from '../show.fixture.tsx';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('nothing on the page promises an invoice', async () => {
  const documents = receipt().documents.map(document => ({ ...document, kind: 'receipt' as const }));
  const { container } = await show({ session: completed(), receipt: receipt({ companyInvoice: 'receipt-only', documents }) });
  expect(screen.getByRole('link', { name: 'Download receipt (PDF)' })).toBeTruthy();
  const explained = 'At charging points in this country we issue receipts only. A company invoice is not possible here.';
  expect(textOf(container).replace(explained, '')).not.toMatch(/invoice/i);
});

test.each([
  ['still being billed', false],
  ['billed already', true],
])('a receipt that is the only document is announced as a receipt, with a session %s', async (_, isBilled) => {
  const announced = { companyInvoice: 'receipt-only', isBilled, waitsFor: 'document' } as const;
  let invoice: Receipt['invoice'] = 'not-yet';
  const { container } = await show({
    session: completed({ isBilled }),
    receipt: receipt({ ...announced, invoice }),
    charging: { getReceipt: async () => receipt({ ...announced, isBilled: true, invoice }) },
  });
  expect(screen.getByRole('button', { name: 'Receipt is being issued…' })).toBeTruthy();
  expect(textOf(container)).not.toMatch(/your invoice|the invoice/i);
  invoice = 'ready';
  await pass(5_000);
  expect(status()).toBe('The receipt is ready');
});

test('a receipt that cannot be fetched is called a receipt beside the link, too', async () => {
  await show({ session: completed(), receipt: receipt({ companyInvoice: 'receipt-only' }) });
  fireEvent.click(screen.getByRole('link', { name: 'Download receipt (PDF)' }));
  await pass(0);
  expect(screen.getByText('Download failed The receipt download could not be started.')).toBeTruthy();
});

test.each(LOCALES)('the check of the bill speaks of no invoice in %s', locale => {
  const textsOf = (area: string) =>
    JSON.parse(readFileSync(`locales/${locale}/${area}.json`, 'utf8')) as Readonly<Record<string, string>>;
  const invoice = new RegExp(`(?<!\\p{L})${textsOf('invoice')['title.invoice']}(?!\\p{L})`, 'iu');
  expect(Object.values(textsOf('check')).filter(text => invoice.test(text))).toEqual([]);
});
