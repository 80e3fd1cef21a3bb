/** @jest-environment jsdom */
import { afterEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import type { Charging } from '../../../shared/charging/charging.ts';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { FormState } from '../../core/pageData.tsx';
import { receipt, SESSION_ID, showPage } from '../Session/Session.fixture.tsx';
import { CompanyInvoice } from './CompanyInvoice.tsx';
import { load } from './load.ts';

afterEach(cleanup);

const charging = (changes: Partial<Receipt>) => ({ getReceipt: async () => receipt(changes) }) as unknown as Charging;
const pageRequest = {
  locale: 'en',
  params: { clientId: 'lindau', receipt: SESSION_ID },
  query: {},
  found: [],
  now: new Date(0),
} as const;
async function show(changes: Partial<Receipt> = {}, form?: FormState) {
  const loaded = await load(charging(changes), pageRequest);
  if (!('data' in loaded)) throw new Error('Nothing to show');
  const strings = ['company', 'receipt', 'calibration', 'legal'];
  return showPage({ content: CompanyInvoice, data: await loaded.data, strings, ...(form ? { form } : {}) });
}
const field = (label: RegExp) => screen.getByLabelText(label) as HTMLInputElement;

describe('A company invoice', () => {
  test('asks for what an invoice needs, in the country of the charging point', async () => {
    await show({ country: 'at' });
    expect(field(/^Country/).value).toBe('at');
    expect(screen.getByText(/ATU12345678/)).toBeTruthy();
    expect(field(/^VAT ID \(optional\)/).required).toBe(false);
    expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe(`/en/lindau/charging/${SESSION_ID}`);
  });

  test('puts the focus on what is wrong, and loses nothing that was typed', async () => {
    const values = { companyName: 'Muster GmbH', street: '', postalCode: '20457', city: 'Hamburg', country: 'nl', vatId: 'NL1' };
    const errors = { street: { key: 'company.error.street' }, vatId: { key: 'company.error.vatId' } };
    await show({}, { values, errors, problem: null });
    const summary = screen.getByRole('group', { name: /problem|error|wrong/i });
    expect(document.activeElement).toBe(summary);
    expect(within(summary).getByRole('link', { name: 'Street and number missing' }).getAttribute('href')).toBe('#street');
    expect(field(/^Street/).getAttribute('aria-invalid')).toBe('true');
    expect([field(/^Company name/).value, field(/^Country/).value, field(/^VAT ID/).value]).toEqual(['Muster GmbH', 'nl', 'NL1']);
  });

  test('is said not to have been made when it could not be', async () => {
    await show({}, { values: {}, errors: {}, problem: 'not-now' });
    expect(screen.getByText(/The invoice could not be created\. Nothing has changed/)).toBeTruthy();
  });

  test('is needed above the amount up to which an invoice may leave the buyer’s address out', async () => {
    await show({ isBuyerMissing: true });
    expect(screen.getByText(/an invoice must show your address/)).toBeTruthy();
  });

  test('once made, shows which document counts and which was taken back', async () => {
    const amounts = { netMinor: 641, vatMinor: 122, grossMinor: 763 };
    const issuedAt = '2026-11-20T16:24:00Z';
    const document = { kind: 'invoice', issuedAt, isCancelled: false, cancels: null, amounts } as const;
    await show({
      companyInvoice: 'made',
      documents: [
        { ...document, number: 'R-1', state: 'ready', isCancelled: true },
        { ...document, number: 'G-1', kind: 'credit-note', state: 'ready', cancels: 'R-1' },
        { ...document, number: 'R-2', state: 'not-yet' },
      ],
    });
    const items = within(screen.getByRole('list', { name: 'Documents' })).getAllByRole('listitem');
    expect(items.map(item => item.textContent.replaceAll('\u00a0', ' '))).toEqual([
      'Invoice R-120 Nov 2026cancelled',
      'Credit note G-120 Nov 2026',
      'Invoice R-220 Nov 2026not ready yet',
    ]);
    expect(within(items[1]!).getByRole('link').getAttribute('href')).toBe(`/api/receipts/${SESSION_ID}/invoice/G-1`);
  });

  test.each<[Partial<Receipt>, RegExp]>([
    [{ companyInvoice: 'not-yet' }, /The final bill is not ready yet/],
    [{ companyInvoice: 'receipt-only' }, /we issue receipts only/],
    [{ companyInvoice: 'refunded' }, /contact: \+49 8382 704 100/],
  ])('says why there is none: %j', async (changes, why) => {
    await show(changes);
    expect(screen.getByText(why)).toBeTruthy();
    expect(screen.queryByLabelText(/Company name/)).toBeNull();
  });

  test('does not exist where nothing was charged', async () => {
    await expect(load(charging({ companyInvoice: 'none' }), pageRequest)).rejects.toBeInstanceOf(Problem);
  });
});
