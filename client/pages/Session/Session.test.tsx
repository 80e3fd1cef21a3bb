/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import type { Contract } from '../../../shared/charging/session.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { WEEKDAYS } from '../../../shared/model/tariff.ts';
import {
  cancelled,
  cancelling,
  completed,
  receipt,
  running,
  SESSION_ID,
  starting,
  stopping,
  unpriced,
} from './Session.fixture.tsx';
import { confirmStop, pass, show, status, textOf } from './show.fixture.tsx';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('a driver sees how long the vehicle may still be connected', async () => {
  await show({ session: starting() });
  expect(screen.getByRole('timer').textContent).toBe('2:41');
  await pass(1_000);
  expect(screen.getByRole('timer').textContent).toBe('2:40');
  expect(screen.getByText('€40.00 reserved')).toBeTruthy();
});

test('the time left is spoken at one minute only', async () => {
  await show({ session: starting({ startBy: '2026-11-20T16:25:02Z', refreshAfterMs: 60_000 }) });
  await pass(1_000);
  expect(status()).toBe('');
  await pass(1_000);
  expect(status()).toBe('60 seconds left to connect your vehicle');
});

const priceFold = () => textOf(screen.getByText('Price').closest('details') ?? document.body);

test('a bill of several parts names their number and the total', async () => {
  await show({ session: completed(), receipt: receipt() });
  expect(priceFold()).toContain('Price2 parts');
  expect(priceFold()).toContain('Total€7.63');
});

test('a bill of one part names no number of parts, and the check names the meter without the energy', async () => {
  const line = { kind: 'energy', quantity: 12_345, unitPriceMicro: 590_000, amountMinor: 728, vatPercent: 19 } as const;
  await show({ session: completed(), receipt: receipt({ lines: [line], totalMinor: 728, chargedMinor: 728 }) });
  expect(priceFold()).toMatch(/^PriceEnergy, 12.345 kWh/);
  expect(textOf(document.body)).not.toMatch(/kWh, meter/);
});

test('a fee that has reached its highest amount says so, where minutes times price would be more', async () => {
  const fee = { kind: 'blocking', unitPriceMicro: 100_000, vatPercent: 19 } as const;
  const lines = [
    { ...fee, quantity: 600, amountMinor: 100 },
    { ...fee, quantity: 10_800, amountMinor: 1200 },
  ];
  await show({ session: completed(), receipt: receipt({ lines, totalMinor: 1300 }) });
  const names = screen.getAllByText(/^Blocking fee/).map(textOf);
  expect(names).toEqual(['Blocking fee, 10 min × €0.10', 'Blocking fee (highest amount), 180 min × €0.10']);
});

test.each([[true], [false]])(
  'whoever charges what cannot be priced is told so, and that nothing is charged (ended: %s)',
  async hasEnded => {
    await show({ session: unpriced({ hasEnded }) });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(hasEnded ? 'Try to unplug' : 'Finishing...');
    const main = textOf(document.body);
    for (const words of [
      'The price is not known yet',
      'Nothing is charged until the price is known. You do not need to do anything.',
      'You can leave this page. The receipt comes by email.',
      'Energy10.92 kWh',
      'Duration1 h 01 min',
    ])
      expect(main).toContain(words);
    expect(main).not.toMatch(/Cost so far|€0\.00/);
  },
);

test('what cannot be priced is completed on the same page once it can', async () => {
  const getSession = async () => completed({ version: 4 });
  await show({ session: unpriced(), charging: { getSession } });
  await pass(60_000);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Charging completed');
});

test.each([
  ['2026-11-20T15:23:50Z', '2026-11-20T15:27:10Z', '4 min'],
  ['2026-11-20T15:23:10Z', '2026-11-20T15:27:50Z', '4 min'],
  ['2026-11-20T15:23:10Z', '2026-11-20T15:23:50Z', 'under 1 min'],
])('how long it took agrees with the times beside it: %s to %s is %s', async (startedAt, endedAt, words) => {
  const { values } = completed() as Extract<ReturnType<typeof completed>, { kind: 'completed' }>;
  await show({ session: completed({ endedAt, values: { ...values, startedAt } }), receipt: receipt() });
  expect(textOf(screen.getByText('Duration').parentElement!)).toBe(`Duration${words}`);
});

test('free charging reserves nothing', async () => {
  await show({ session: starting({ hold: null }) });
  expect(screen.queryByText(/reserved/)).toBeNull();
});

test('free charging never speaks of money: running, stopping and completed show the energy', async () => {
  const money = /€|cost|provisional|paid|pay/i;
  const { container } = await show({ session: running({ hold: null }) });
  expect(textOf(screen.getByRole('region', { name: 'Energy' }))).toMatch(/^Energy[\d.]+kWhFree$/);
  expect(document.title).toMatch(/kWh/);
  expect(textOf(container)).not.toMatch(money);
  fireEvent.click(screen.getByRole('link', { name: 'Stop charging session' }));
  await pass(0);
  expect(textOf(screen.getByRole('dialog'))).not.toMatch(money);
  cleanup();
  const stopped = await show({
    session: stopping({ hold: null, hasEnded: true, cable: { isLocked: false, unlock: null, canUnlock: false } }),
  });
  expect(textOf(stopped.container)).not.toMatch(money);
  cleanup();
  const free = { settlement: 'free', cardDigits: null, chargedMinor: 0, totalMinor: 0, timeline: [] } as const;
  const none = { invoice: 'none', documents: [], companyInvoice: 'none', mail: 'none' } as const;
  const ended = await show({ session: completed({ hold: null }), receipt: receipt({ ...free, ...none }) });
  expect(textOf(ended.container)).not.toMatch(money);
});

test('cancelling before the start shows what became of the reservation', async () => {
  const cancelStart = jest.fn(async () => cancelled({ why: 'cancelled', version: 4 }));
  const released = receipt({ lines: [], timeline: [{ kind: 'released', amountMinor: 4_000, at: '2026-11-20T16:24:00Z' }] });
  await show({ session: starting(), charging: { cancelStart, getReceipt: async () => released } });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the start' }));
  await pass(0);
  expect(cancelStart).toHaveBeenCalledWith({ sessionId: SESSION_ID });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The charging session was cancelled');
  expect(screen.getByText('Nothing was charged.').parentElement?.textContent).toContain('€40.00 released.');
  expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/en/lindau/evse/DE*SWL*E0042*1?plug=1');
});

test('a running session shows cost, hold and values, and the tab shows the cost', async () => {
  await show({ session: running() });
  expect(screen.getByText('€6.79')).toBeTruthy();
  expect(screen.getByRole('img', { name: '€6.79 of the reserved €40 used. €33.21 left' })).toBeTruthy();
  expect(screen.getByText('482 913 057')).toBeTruthy();
  expect(document.title).toBe('€6.79 · Charging – Stadtwerke Lindau');
  expect(screen.queryByText(/has been used/)).toBeNull();
});

test('from 80 per cent of the hold the driver is told where it ends', async () => {
  const near = { amountMinor: 3_200, currency: 'EUR' } as const;
  const { container } = await show({
    session: running({ values: { startedAt: '2026-11-20T15:23:00Z', energyWh: 1, powerW: 1, cost: near, curve: [] } }),
  });
  expect(textOf(container)).toContain('80% of the reservation amount has been used. Charging will end at €40.00.');
});

test('stopping is asked once more, then the values freeze', async () => {
  const stopSession = jest.fn(async () => stopping({ version: 4 }));
  await show({ session: running(), charging: { stopSession } });
  fireEvent.click(screen.getByRole('link', { name: 'Stop charging session' }));
  await pass(1_000);
  expect(stopSession).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Yes, stop' }));
  await pass(0);
  expect(stopSession).toHaveBeenCalledWith({ sessionId: SESSION_ID });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Finishing...');
  expect(status()).toBe('Charging is being stopped');
});

test('the second tap of a double tap does not confirm a stop', async () => {
  const stopSession = jest.fn(async () => stopping({ version: 4 }));
  await show({ session: running(), charging: { stopSession } });
  fireEvent.click(screen.getByRole('link', { name: 'Stop charging session' }));
  const confirm = screen.getByRole('button', { name: 'Yes, stop' });
  for (const waitMs of [0, 180, 170, 150]) {
    await pass(waitMs);
    fireEvent.click(confirm);
  }
  expect(confirm.getAttribute('aria-disabled')).toBe('true');
  await pass(500);
  expect(stopSession).not.toHaveBeenCalled();
  fireEvent.click(confirm);
  expect(stopSession).toHaveBeenCalledTimes(1);
});

test('after the stop no power flows, and the driver may leave', async () => {
  const { container } = await show({ session: stopping() });
  expect(textOf(container)).toContain('0.0 kW');
  expect(textOf(container)).not.toContain('10.8 kW');
  expect(screen.getByText('You can leave this page. The receipt comes by email.')).toBeTruthy();
});

test('where the bill takes hours, a driver reads that charging has ended and who is waited for', async () => {
  const { container } = await show({ session: stopping({ awaitedSince: '2026-11-20T16:20:00Z' }) });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Try to unplug');
  expect(screen.getByText('Charging has ended')).toBeTruthy();
  expect(textOf(container)).toContain('You receive the bill as soon as the operator of the station has sent it.');
  expect(screen.getByText('You can leave this page. The receipt comes by email.')).toBeTruthy();
  expect(container.querySelector('[aria-busy]')).toBeNull();
});

test('a start that was refused is said to be, while its hold is kept a little longer', async () => {
  await show({ session: cancelling({ why: 'refused' }) });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The charging point did not accept the start');
  expect(screen.queryByText('Cancellation requested')).toBeNull();
});

test('whoever watches a stop is promised no receipt', async () => {
  await show({ session: stopping({ sessionId: null }) });
  expect(screen.queryByText(/You can leave this page/)).toBeNull();
});

test('an older answer does not undo a stop', async () => {
  await show({ session: running(), charging: { stopSession: async () => stopping({ version: 4 }) } });
  await confirmStop();
  await pass(6_000);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Finishing...');
});

test('a stop that was refused is told beside the button, and can be asked again', async () => {
  const stopSession = jest.fn(() => Promise.reject(new Problem('stations-unavailable')));
  await show({ session: running(), charging: { stopSession } });
  await confirmStop();
  expect(screen.getAllByText(/could not be canceled. You can also stop at the vehicle/)).toHaveLength(1);
  expect(screen.getAllByRole('alert').map(textOf).join()).toMatch(/could not be canceled/);
  expect(status()).not.toMatch(/could not be canceled/);
  await pass(60_000);
  expect(stopSession).toHaveBeenCalledTimes(1);
  await confirmStop();
  expect(stopSession).toHaveBeenCalledTimes(2);
});

test('the question before stopping says what it cost so far, and the first button stops nothing', async () => {
  await show({ session: running() });
  fireEvent.click(screen.getByRole('link', { name: 'Stop charging session' }));
  const dialog = screen.getByRole('dialog', { name: 'Stop charging?' });
  expect(textOf(dialog)).toContain('Cost so far€6.79');
  expect(textOf(dialog)).toContain('Energy so far10.92 kWh');
  expect(within(dialog).getAllByRole('button').map(textOf)).toEqual(['Keep charging', 'Yes, stop']);
});

test('a start that could not be cancelled for want of a connection ends by itself', async () => {
  await show({ session: starting(), charging: { cancelStart: () => Promise.reject(new TypeError('Failed to fetch')) } });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the start' }));
  await pass(0);
  expect(screen.getByText(/No connection: the start was not cancelled/)).toBeTruthy();
  expect(screen.queryByText(/goes on costing money/)).toBeNull();
});

test.each([
  ['limit', 'Your maximum of €40.00 has been reached. Charging has stopped.'],
  [
    'unreported',
    'No usable meter value came from the charging station any more, so your maximum of €40.00 could have been reached. Charging was stopped.',
  ],
  ['hold-expiry', 'The reservation on your card was about to expire, so charging was stopped.'],
] as const)('a driver whom the app stopped is told why: %s', async (endedBy, why) => {
  await show({ session: completed({ endedBy }), receipt: receipt() });
  expect(screen.getByText(why)).toBeTruthy();
  cleanup();
  await show({ session: completed(), receipt: receipt() });
  expect(screen.queryByText(why)).toBeNull();
});

describe('The contract', () => {
  const period = {
    from: '00:00',
    to: '24:00',
    energyMicro: 590_000,
    timeMicro: null,
    blocking: null,
    occupancy: null,
    start: { amountMicro: 350_000, includesMinutes: null },
  };
  const contract: Contract = {
    concludedAt: '2026-11-20T15:20:00Z',
    supplier: 'Stadtwerke Lindau GmbH, Seeweg 1, 88131 Lindau',
    currency: 'EUR',
    days: [...WEEKDAYS, 'holiday' as const].map(day => ({ day, periods: [period] })),
    terms: { hash: 'c0ffee', locale: 'de' },
  };
  const confirmation = () =>
    screen.getByText('Confirmation of contract', { selector: 'summary' }).closest('details') as HTMLElement;

  test.each([
    ['before charging', () => starting({ contract })],
    ['while charging', () => running({ contract })],
    ['afterwards', () => completed({ contract })],
    ['when nothing came of it', () => cancelled({ contract })],
  ])('says what was agreed: %s', async (_, session) => {
    await show({ session: session() });
    const shownText = textOf(confirmation());
    expect(shownText).toContain('Concluded on20 Nov 2026, 16:20');
    expect(shownText).toContain('Your contracting partyStadtwerke Lindau GmbH, Seeweg 1, 88131 Lindau');
    expect(shownText).toContain('charging point DE*SWL*E0042*1, Bregenzer Straße 12, 88131 Lindau');
    expect(shownText).toContain('Reservation amount€40.00');
    expect(shownText).toContain('Agreed pricesEnergy€0.59 per kWhStarting fee€0.35');
    expect(shownText).toContain('Terms and conditions as agreedLanguageDeutschChecksum (SHA-256)c0ffee');
  });

  test('says of a fee for staying what it is for, as one figure', async () => {
    const blocking = { amountMicro: 100_000, afterMinutes: 240, maxMinor: 1_200 };
    const days = contract.days.map(({ day }) => ({ day, periods: [{ ...period, start: null, blocking }] }));
    await show({ session: running({ contract: { ...contract, days } }) });
    const fee = '€0.10 per started minute, after 240 min, at most €12.00 per session';
    expect(textOf(confirmation())).toContain(`Blocking fee${fee}`);
  });

  test('names the times of prices that change', async () => {
    const dear = { ...period, from: '08:00', to: '20:00', energyMicro: 790_000 };
    const days = contract.days.map(({ day, periods }) =>
      day === 'sunday' || day === 'holiday' ? { day, periods } : { day, periods: [{ ...period, to: '08:00' }, dear] },
    );
    await show({ session: running({ contract: { ...contract, days } }) });
    expect(textOf(confirmation())).toContain('Monday to Saturday, 08:00 to 20:00Energy€0.79 per kWh');
    expect(textOf(confirmation())).toContain('Sunday, all dayEnergy€0.59 per kWh');
    expect(screen.queryByText(/^Energy: /)).toBeNull();
  });

  test('is nothing for those who only watch', async () => {
    await show({ session: running({ sessionId: null }), charging: { getWatchedSession: async () => running() } });
    expect(screen.queryByText('Confirmation of contract')).toBeNull();
  });
});

test('without a connection the last values stay, and the driver can ask again', async () => {
  let isDown = true;
  const getSession = async () => {
    if (isDown) throw new TypeError('Failed to fetch');
    return running({ version: 4, asOf: '2026-11-20T16:30:00Z' });
  };
  await show({ session: running(), charging: { getSession } });
  await pass(5_000);
  const sentence = screen.getByText('Information about your charging process could not be retrieved.');
  expect(textOf(sentence.parentElement as HTMLElement)).toContain('Try again');
  expect(screen.getByText('€6.79')).toBeTruthy();
  expect(screen.getByText('As of 17:24')).toBeTruthy();
  expect(status()).toBe('Connection lost');
  await pass(60_000);
  expect(screen.getByText('Failed to load session data after multiple attempts.')).toBeTruthy();
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await pass(0);
  expect(screen.getByText('As of 17:30')).toBeTruthy();
  expect(status()).toBe('Connection restored');
});

test('a visitor who watched the end is brought to its heading', async () => {
  await show({ session: stopping(), charging: { getSession: async () => completed({ version: 4 }) } });
  await pass(5_000);
  expect(document.activeElement?.textContent).toBe('Charging completed');
  expect(status()).toBe('You paid €7.63. The invoice is ready');
});

test('who listens is told what was paid, not what the meter said', async () => {
  const waived = receipt({ chargedMinor: 0, totalMinor: 20, settlement: 'waived', invoice: 'none' });
  let isBilled = false;
  await show({
    session: stopping(),
    charging: {
      getSession: async () => completed({ version: 4, isBilled }),
      getReceipt: async () => ({ ...waived, isBilled }),
    },
  });
  await pass(5_000);
  expect(status()).toBe('Charging completed');
  isBilled = true;
  await pass(10_000);
  expect(status()).toBe('You paid €0.00');
});

test('a receipt shows every line, the card and where the invoice is', async () => {
  const { container } = await show({ session: completed(), receipt: receipt() });
  expect(textOf(container)).toContain('Energy, 12.345 kWh × €0.59€7.28');
  expect(textOf(container)).toContain('Charged to card ending 4242');
  expect(textOf(container)).toContain('of which 19% VAT€1.22');
  const invoice = screen.getByRole('link', { name: 'Download invoice (PDF)' });
  expect(invoice.getAttribute('href')).toBe(`/api/receipts/${SESSION_ID}/invoice`);
  expect(invoice.hasAttribute('download')).toBe(false);
  expect(document.activeElement).toBe(document.body);
});

test('a refund stands beside the paid amount with what is left, and the invoice of the button is not listed again', async () => {
  const given = receipt();
  const [invoice] = given.documents;
  const refund = { kind: 'refunded', amountMinor: 200, at: '2026-11-28T09:00:00Z' } as const;
  const note = { ...invoice, number: 'R-SWL-2026-000043', kind: 'credit-note', cancels: 'R-SWL-2026-000042' } as const;
  const refunded = { timeline: [...given.timeline, refund], documents: [...given.documents, note] } as Partial<Receipt>;
  await show({ session: completed(), receipt: receipt(refunded) });
  expect(textOf(screen.getByRole('region', { name: 'You paid' }))).toContain('€2.00 refunded on 28 Nov 2026, leaving €5.63');
  expect(screen.getByRole('img', { name: /€2.00 refunded on 28.Nov.2026/ }).querySelector('[data-part=refunded]')).toBeTruthy();
  expect(screen.queryAllByRole('link', { name: /R-SWL-2026-00004/ }).map(textOf)).toHaveLength(1);
});

test('while the money has not moved yet there is a price, and nothing is said to be paid', async () => {
  const timeline = [
    { kind: 'held', amountMinor: 4_000, at: '2026-11-20T15:23:00Z' },
    { kind: 'charged', amountMinor: 0, at: null },
  ] as const;
  const open = receipt({ settlement: 'open', chargedMinor: 0, timeline, invoice: 'not-yet', waitsFor: 'payment' });
  const { container } = await show({ session: completed(), receipt: open });
  expect(screen.getByRole('region', { name: 'Price' }).textContent).toContain('€7.63');
  expect(textOf(container)).not.toContain('€0.00');
  expect(textOf(container)).not.toContain('You paid');
  expect(document.title).toContain('€7.63');
});

test('an invoice that is not ready yet appears by itself', async () => {
  let invoice: Receipt['invoice'] = 'not-yet';
  await show({
    session: completed(),
    receipt: receipt({ invoice }),
    charging: { getReceipt: async () => receipt({ invoice }) },
  });
  expect(screen.getByRole('button', { name: 'Invoice is being issued…' }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByText(/please try again later/)).toBeNull();
  invoice = 'ready';
  await pass(2_000);
  expect(screen.getByRole('link', { name: 'Download invoice (PDF)' })).toBeTruthy();
  expect(status()).toBe('The invoice is ready');
});

test('a plug that stays locked comes before the money, and is unlocked from here', async () => {
  const cable = { isLocked: true, unlock: null, canUnlock: true } as const;
  const unlockPlug = jest.fn(async () => completed({ version: 4, cable: { ...cable, unlock: 'unlocked' } }));
  await show({ session: completed({ cable }), receipt: receipt(), charging: { unlockPlug } });
  const [locked, heading] = [screen.getByText('The plug is still locked'), screen.getByRole('heading', { level: 1 })];
  expect(locked.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByText('You can unplug your vehicle now.')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Unlock the plug' }));
  await pass(0);
  expect(unlockPlug).toHaveBeenCalledWith({ sessionId: SESSION_ID });
  expect(status()).toBe('The plug is unlocked');
  expect(screen.getByRole('button', { name: 'Unlock it again' })).toBeTruthy();
});

test('whoever only watches sees that the plug is locked, and has no button', async () => {
  await show({ session: completed({ sessionId: null, cable: { isLocked: true, unlock: 'refused', canUnlock: false } }) });
  expect(screen.getByText('The station could not unlock the plug')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Unlock/ })).toBeNull();
});

test.each([
  [{ percent: 63, targetPercent: 80, minutesLeft: 25 }, 'Battery 63%about 25 min left to 80%'],
  [{ percent: 63, targetPercent: 80, minutesLeft: null }, 'Battery 63%Target 80%'],
  [{ percent: null, targetPercent: null, minutesLeft: 90 }, 'Battery about 1 h 30 min left to 100%'],
])('a battery is told as far as the vehicle tells: %j', async (reported, words) => {
  const session = running();
  if (session.kind !== 'running') throw new Error('Not running');
  const battery = { at: '2026-11-20T16:24:00Z', ...reported };
  const { container } = await show({ session: { ...session, values: { ...session.values, battery } } });
  expect(textOf(container)).toContain(words);
});
