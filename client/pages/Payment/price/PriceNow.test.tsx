/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { PricePeriod } from '../../../../shared/model/tariff.ts';
import { byDay, plug, point, showPayment } from '../Payment.fixture.tsx';

const show = (now: PricePeriod) => showPayment({ point: point(plug({}, now)) });
const prices = () => screen.getByRole('region', { name: /^Prices/ });
/** Returns the label and price of each line as one text. */
const lines = () => [...prices().querySelectorAll('dl > div')].map(line => line.textContent);

test('begins with the price of energy and names every other fee in the order of the law', () => {
  show(byDay);
  expect(within(prices()).getByText('€0.59', { ignore: 'svg *' }).textContent).toContain('per kWh');
  expect(lines()).toEqual(['Starting fee€0.35', 'Blocking fee€0.10/minfrom 240\u00a0min after the start, at most €12']);
});

test('begins with the price of time where energy costs nothing', () => {
  show({ ...byDay, energyMicro: 0, timeMicro: 20_000, start: { amountMicro: 350_000, includesMinutes: 30 }, blocking: null });
  expect(within(prices()).getByText('€0.02', { ignore: 'svg *' }).textContent).toContain('per minute');
  expect(lines()).toEqual(['Energyincluded', 'Starting fee€0.35includes the first 30\u00a0min']);
});

test('sells no part of a price that costs nothing as a surcharge', () => {
  const nothing = { amountMicro: 0, afterMinutes: 0, maxMinor: null };
  const start = { amountMicro: 0, includesMinutes: null };
  show({ ...byDay, energyMicro: 0, timeMicro: 35_000, start, blocking: nothing, occupancy: nothing });
  expect(lines()).toEqual(['Energyincluded']);
  const order = screen.getByRole('region', { name: 'Your order' });
  expect(order.textContent).not.toMatch(/plus|€0.00/);
  expect(document.body.textContent).not.toMatch(/[+] /);
});

test('has words for a fee after charging has ended', () => {
  show({ ...byDay, start: null, blocking: null, occupancy: { amountMicro: 200_000, afterMinutes: 10, maxMinor: null } });
  expect(lines()).toEqual(['Occupancy fee€0.20/minfrom 10\u00a0min after charging ends']);
  const order = screen.getByRole('region', { name: 'Your order' });
  expect(order.textContent).toContain(
    'plus Occupancy fee €0.20/min, per started minute, from 10\u00a0min after charging has ended',
  );
});

test('tells of no week where all days cost the same, and of no fee where there is none', () => {
  const flat = { ...byDay, start: null, blocking: null, from: '00:00', to: '24:00' };
  const days = plug().prices.days.map(({ day }) => ({ day, periods: [flat] }));
  showPayment({ point: point(plug({ prices: { ...plug().prices, days, now: flat } })) });
  expect(within(prices()).getByText('No other fees.')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('tells what follows when the price of now ends', () => {
  show(byDay);
  expect(within(prices()).getByText('€0.49/kWh from 22:00.')).toBeTruthy();
});

test('puts days that cost the same together and marks what applies now', () => {
  show(byDay);
  const days = [...screen.getByRole('table').querySelectorAll('tbody')].map(group =>
    group.querySelector('th')?.textContent?.trim(),
  );
  expect(days).toEqual(['Monday to Friday today: Friday', 'Saturday and Sunday', 'Public holiday']);
  expect(screen.getByRole('rowheader', { name: /06:00 to 22:00/ }).textContent).toContain('applies now');
  expect(screen.getByRole('rowheader', { name: /22:00 to 06:00/ }).textContent).not.toContain('applies now');
});

test('says that a holiday costs what its weekday costs, where no price is made for holidays', () => {
  const { prices: table, ...facts } = plug();
  showPayment({ point: point({ ...facts, prices: { ...table, days: table.days.filter(({ day }) => day !== 'holiday') } }) });
  const holiday = [...screen.getByRole('table').querySelectorAll('tbody')].at(-1);
  expect(holiday?.textContent).toBe('Public holidayThe price of the weekday applies.');
});

test('announces the next prices among all prices only, and says what an order before the change costs', () => {
  const { days, ...table } = plug().prices;
  const allDay: PricePeriod = { ...byDay, energyMicro: 620_000, from: '00:00', to: '24:00' };
  const prices = { ...table, days: days.map(({ day }) => ({ day, periods: [allDay] })), now: allDay };
  showPayment({ point: point(plug({ nextPrices: { from: '2026-11-30T23:00:00.000Z', prices } })) });
  const summary = screen.getByText('From 1 Dec 2026, 00:00: €0.62/kWh');
  const announced = summary.closest('details');
  expect(announced?.parentElement?.closest('details')?.querySelector('summary')?.textContent).toContain('All prices');
  expect(announced?.textContent).toContain('the prices above apply to the whole charging session');
  expect(announced?.textContent).not.toMatch(/today|applies now/);
  announced?.remove();
  expect(document.body.textContent).not.toContain('€0.62');
});

test('shows the prices of a day, of groups of days, and of a fee as pictures with a sentence each', () => {
  show({ ...byDay, from: '06:00', to: '22:00' });
  const pictures = screen.getAllByRole('img').map(picture => picture.getAttribute('aria-label'));
  expect(pictures).toEqual([
    'today: 00:00 to 06:00 €0.49/kWh, 06:00 to 22:00 €0.59/kWh, 22:00 to 24:00 €0.49/kWh. now 20:33.',
    'Monday to Friday: 00:00 to 06:00 €0.49/kWh, 06:00 to 22:00 €0.59/kWh, 22:00 to 24:00 €0.49/kWh.',
    'Saturday and Sunday: 00:00 to 24:00 €0.49/kWh.',
    'Public holiday: 00:00 to 24:00 €0.49/kWh.',
    'Blocking fee €0.10/min, from 240\u00a0min after the start, at most €12.',
    'Blocking fee: 06:00 to 22:00 €0.10/min, 22:00 to 06:00 free.',
  ]);
});
