/** @jest-environment jsdom */
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { Charging } from '../../../shared/charging/charging.ts';
import { INVOICE_WAITS, type MailState, type Receipt } from '../../../shared/charging/receipt.ts';
import { receipt, SESSION_ID, showPage } from '../../pages/Session/Session.fixture.tsx';
import { InvoiceNotYet } from './InvoiceNotYet.tsx';
import { ReceiptMail } from './ReceiptMail.tsx';

afterEach(cleanup);

const show = (changes: Partial<Receipt>, charging: Partial<Charging> = {}) => {
  const shown = receipt(changes);
  return showPage({
    content: () => <ReceiptMail receipt={shown} action="/there" />,
    data: null,
    strings: ['receipt'],
    charging,
  });
};
const button = () => screen.queryByRole('button')?.textContent ?? null;

test.each<[MailState, Receipt['invoice'], string | null, string | null]>([
  ['none', 'ready', null, 'There is no email address for this charging session.'],
  ['none', 'none', null, null],
  ['offered', 'ready', 'Send by email', null],
  ['offered', 'not-yet', 'Send by email when it is ready', null],
  ['coming', 'not-yet', null, 'as soon as it is ready'],
  ['sent', 'ready', 'Send again by email', 'was sent to the email address of your order'],
  ['spent', 'ready', null, 'was sent several times'],
])('with %s and the invoice %s there is the button “%s” and the words “%s”', (mail, invoice, name, text) => {
  const { container } = show({ mail, invoice });
  expect(button()).toBe(name);
  if (text) expect(container.textContent).toContain(text);
  else if (!name) expect(container.textContent).toBe('');
});

test('the form works without JavaScript: it carries the receipt', () => {
  const { container } = show({ mail: 'offered' });
  const form = container.querySelector('form');
  expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/there']);
  expect(container.querySelector<HTMLInputElement>('input[name=receipt]')?.value).toBe(SESSION_ID);
});

test('a driver who asks is told how it stands then, and nothing is sent twice', async () => {
  const requested: string[] = [];
  const { promise, resolve } = Promise.withResolvers<Record<never, never>>();
  const { container } = show(
    { mail: 'offered', invoice: 'not-yet' },
    {
      sendReceipt: async ({ receipt: token }) => {
        requested.push(token);
        return promise;
      },
      getReceipt: async () => receipt({ mail: 'coming', invoice: 'not-yet' }),
    },
  );
  fireEvent.click(screen.getByRole('button'));
  fireEvent.click(screen.getByRole('button'));
  await act(async () => resolve({}));
  expect(requested).toEqual([SESSION_ID]);
  expect(button()).toBeNull();
  expect(container.textContent).toContain('goes to the email address of your order as soon as it is ready');
});

test('a driver whose wish did not arrive is told so beside the button, and may ask again', async () => {
  const { container } = show({ mail: 'sent' }, { sendReceipt: () => Promise.reject(new TypeError('offline')) });
  await act(async () => fireEvent.click(screen.getByRole('button')));
  expect(container.textContent).toContain('The receipt could not be sent. Please try again in a few minutes.');
  expect(button()).toBe('Send again by email');
});

test.each(INVOICE_WAITS)('an invoice that waits for the %s says so', waitsFor => {
  const shown = receipt({ invoice: 'not-yet', waitsFor });
  const { container } = showPage({ content: () => <InvoiceNotYet receipt={shown} />, data: null, strings: ['receipt'] });
  expect(container.textContent).toContain('Your invoice is not yet available, please try again later');
  expect(container.querySelectorAll('p')).toHaveLength(2);
  expect(container.textContent).not.toContain('receipt.when');
});
