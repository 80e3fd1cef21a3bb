/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { PricePeriod } from '../../../../shared/tariff.ts';
import { byDay, plug, point, showPayment } from '../Payment.fixture.tsx';

const show = (now: PricePeriod) => showPayment({ point: point(plug({}, now)) });
const prices = () => screen.getByRole('region', { name: /^Prices/ });
/** Label and price of each line, as they are read. */
const lines = () => [...prices().querySelectorAll('dl > div')].map(line => line.textContent);

test('begins with the price of energy and names every other fee in the order of the law', () => {
  show(byDay);
  expect(within(prices()).getByText('€0.59').textContent).toContain('per kWh');
  expect(lines()).toEqual([
    'Time feenone',
    'Starting fee€0.35',
    'Blocking feeper started minute, after 240\u00a0minat most €12.00 per session€0.10',
  ]);
});

test('begins with the price of time where energy costs nothing', () => {
  show({ ...byDay, energyMicro: 0, timeMicro: 20_000, start: { amountMicro: 350_000, includesMinutes: 30 }, blocking: null });
  expect(within(prices()).getByText('€0.02').textContent).toContain('per minute');
  expect(lines()).toEqual(['Energy€0.00 per kWh', 'Starting feeincludes the first 30\u00a0min€0.35', 'Blocking feenone']);
});

test('has words for a fee after charging has ended', () => {
  show({ ...byDay, start: null, blocking: null, occupancy: { amountMicro: 200_000, afterMinutes: 10, maxMinor: null } });
  expect(lines()).toEqual([
    'Time feenone',
    'Starting feenone',
    'Occupancy feeper started minute, from 10\u00a0min after charging has ended€0.20',
  ]);
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
