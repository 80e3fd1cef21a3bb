/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { Charging, Estimate } from '../../../../shared/charging/charging.ts';
import { Problem } from '../../../../shared/model/problem.ts';
import { plug, point, showPayment } from '../Payment.fixture.tsx';
import type { Costs } from '../parts/costs.ts';

const estimate = (energyWh: number, changes: Partial<Estimate> = {}): Estimate => ({
  bill: {
    currency: 'EUR',
    lines: [
      { kind: 'energy', quantity: energyWh, unitPriceMicro: 590_000, amountMinor: Math.round(energyWh * 0.059), vatPercent: 19 },
      { kind: 'start', quantity: 1, unitPriceMicro: 350_000, amountMinor: 35, vatPercent: 19 },
    ],
    totalMinor: Math.round(energyWh * 0.059) + 35,
    vat: [],
  },
  minutes: Math.ceil(energyWh / 366),
  blockingFrom: { kind: 'blocking', minutes: 240, at: '2026-11-20T16:04:00Z' },
  ...changes,
});

const suggestions = [10_000, 20_000, 40_000].map(energyWh => ({ requested: { energyWh }, estimate: estimate(energyWh) }));
const costs: Costs = { suggestions, chosen: 1, own: null };
const box = () => document.getElementById('estimate') as HTMLElement;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const plain = (element: Element | null) => (element?.textContent ?? '').replaceAll('\u00a0', ' ');
const shown = () => plain(box().querySelector('div[data-chosen]'));
/** The line of the estimator that is also visible when it is folded. */
const line = () => plain(box().querySelector('summary [data-chosen]'));
const limit = () =>
  screen.getAllByRole<HTMLInputElement>('radio').find(({ name, checked }) => name === 'limit' && checked)?.value;

async function calculate(typed: { kwh?: string; minutes?: string }) {
  if (typed.kwh !== undefined) fireEvent.change(field('Amount, kWh'), { target: { value: typed.kwh } });
  if (typed.minutes !== undefined) fireEvent.change(field('Time, min'), { target: { value: typed.minutes } });
  await act(async () => {
    fireEvent.click(within(box()).getByRole('button', { name: 'Calculate' }));
  });
}

test('says line by line what the chosen amount costs, and when staying begins to', () => {
  showPayment({ point: point(plug()), costs });
  expect(shown()).toContain('Energy: 20 kWh × €0.59');
  expect(shown()).toContain('€11.80');
  expect(line()).toBe('20 kWh ≈ €12.15, about 55 min');
  expect(shown()).toContain('The blocking fee begins after 240 min. If you plug in now, that is at 17:04.');
  fireEvent.click(within(box()).getByRole('radio', { name: /40.kWh/ }));
  expect(line()).toBe('40 kWh ≈ €23.95, about 1 h 50 min');
});

test('checks the smallest hold with half of the estimate to spare, until the driver chooses one', () => {
  showPayment({ point: point(plug()), costs });
  expect(limit()).toBe('2000');
  fireEvent.click(within(box()).getByRole('radio', { name: /40.kWh/ }));
  expect(limit()).toBe('4000');
  fireEvent.click(screen.getByRole('radio', { name: /at most €80/ }));
  fireEvent.click(within(box()).getByRole('radio', { name: /10.kWh/ }));
  expect(limit()).toBe('8000');
});

test('does not ask for a time where it costs nothing', () => {
  const prices = plug().prices;
  const days = prices.days.map(({ day, periods }) => ({ day, periods: periods.map(period => ({ ...period, blocking: null })) }));
  showPayment({ point: point(plug({ prices: { ...prices, days } })), costs });
  expect(field('Amount, kWh')).toBeTruthy();
  expect(screen.queryByLabelText('Time, min')).toBeNull();
});

test('asks the operator about another amount, without leaving the page or touching the order', async () => {
  const estimateCost = jest.fn<Charging['estimateCost']>(async () => estimate(150_000));
  showPayment({ point: point(plug()), costs, charging: { estimateCost } });
  await calculate({ kwh: '150', minutes: '600' });
  expect(estimateCost).toHaveBeenCalledWith({
    clientId: 'lindau',
    evseId: 'DE*SWL*E0042*1',
    connector: '1',
    energyWh: 150_000,
    minutes: 600,
  });
  expect(line()).toBe('150 kWh ≈ €88.85, about 6 h 50 min');
  expect(within(box()).getAllByRole('radio', { checked: false })).toHaveLength(3);
  expect(shown()).toContain('more than the reservation amount of €80.00');
  const order = new FormData(document.querySelector<HTMLFormElement>('form[method=post]') ?? undefined);
  expect([...order.keys()]).not.toEqual(expect.arrayContaining(['kwh']));
  expect(order.has('energy')).toBe(false);
});

test('says that somebody unplugs before the fee begins, and that the time is too short', async () => {
  showPayment({ point: point(plug()), costs, charging: { estimateCost: async () => estimate(20_000, { minutes: 60 }) } });
  await calculate({ kwh: '50', minutes: '60' });
  expect(plain(box())).toContain('You unplug before the blocking fee begins.');
  expect(plain(box())).toContain('In this time you can charge no more than 20 kWh here.');
});

test('keeps what cannot be understood, and says what can', async () => {
  const estimateCost = jest.fn<Charging['estimateCost']>();
  showPayment({ point: point(plug()), costs, charging: { estimateCost } });
  await calculate({ kwh: 'full' });
  expect(field('Amount, kWh').value).toBe('full');
  expect(within(box()).getByText('Enter between 1 and 500 kWh')).toBeTruthy();
  expect(document.activeElement).toBe(field('Amount, kWh'));
  expect(estimateCost).not.toHaveBeenCalled();
});

test('without an answer the prices still apply', async () => {
  const estimateCost = async () => {
    throw new Problem('unexpected');
  };
  showPayment({ point: point(plug()), costs, charging: { estimateCost } });
  await calculate({ kwh: '30' });
  expect(within(box()).getByText(/could not be estimated. The prices shown still apply/)).toBeTruthy();
});

test('is not there where nothing is to be paid', () => {
  showPayment({ point: point(plug({ isFree: true, limits: [], defaultLimitMinor: null })) });
  expect(document.getElementById('estimate')).toBeNull();
});
