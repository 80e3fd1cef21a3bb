/** @jest-environment jsdom */
import { screen, within } from '@testing-library/react';
import type { GoalChoice, Progress } from '../../../../shared/price/progress.ts';
import type { FormState } from '../../../core/pageData.tsx';
import { running, showPage } from '../Session.fixture.tsx';
import { textOf } from '../show.fixture.tsx';
import { Goal } from './Goal.tsx';

const expectedAt = (at: string, amountMinor: number, energyWh: number, endsBy: 'goal' | 'battery' | 'limit' = 'goal') => ({
  at,
  cost: { amountMinor, currency: 'EUR' as const },
  energyWh,
  endsBy,
});
const CHOICES: readonly GoalChoice[] = [
  { goal: { kind: 'energy', energyWh: 20_900 }, expected: expectedAt('2026-11-20T17:20:00Z', 1233, 20_900) },
  { goal: { kind: 'amount', amountMinor: 3_000 }, expected: expectedAt('2026-11-20T18:00:00Z', 2500, 42_000, 'battery') },
  { goal: { kind: 'time', at: '2026-11-20T21:00:00Z' }, expected: expectedAt('2026-11-20T19:00:00Z', 4000, 60_000, 'limit') },
];

const show = (goal: Progress['goal'], form?: FormState, choices = CHOICES) => {
  const progress = { price: null, parts: [], limitAt: null, batteryEnd: null, goal, choices };
  const session = running({ progress });
  if (session.kind !== 'running') throw new Error('Not running');
  const strings = ['session', 'goal', 'unit', 'plug'];
  return showPage({ content: Goal, data: { session }, strings, ...(form ? { form } : {}) });
};
const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value;

test('is offered with the time, the cost and the energy at which charging would end', () => {
  const { container } = show(null);
  expect(screen.getAllByRole('radio').map(radio => textOf(radio.parentElement!))).toEqual([
    '+10',
    'other',
    '€30',
    'other',
    '22:00',
    'other',
  ]);
  expect(chosen()).toBe('energy:20.9');
  expect([...container.querySelectorAll('dl')].map(textOf)).toEqual([
    'ends at about18:20Cost≈ €12.33Energy20.9 kWh',
    'ends at about19:00Cost≈ €25.00Energy42.0 kWh',
    'ends at about20:00Cost≈ €40.00Energy60.0 kWh',
  ]);
  expect(screen.queryByRole('button', { name: 'Charge without a goal' })).toBeNull();
});

test('is dimmed with the reason if charging ends before, and says the reason to screen readers', () => {
  const { container } = show(null);
  expect([...container.querySelectorAll('[data-unreached]')].map(textOf)).toEqual(['€30', '22:00']);
  const described = (name: string) =>
    document.getElementById(screen.getByRole('radio', { name }).getAttribute('aria-describedby') ?? '');
  expect(textOf(described('€30') as HTMLElement)).toBe('€30 The battery is full before that.');
  expect(textOf(described('22:00') as HTMLElement)).toBe('22:00 Your maximum will be reached first.');
  expect(described('+10')).toBeNull();
});

test('is a state of charge if the vehicle reports its own, without a field', () => {
  const levels: readonly GoalChoice[] = [80, 90].map(percent => ({ goal: { kind: 'battery', percent }, expected: null }));
  show({ goal: { kind: 'battery', percent: 90 }, expected: null, isBeyondLimit: false }, undefined, [...levels, ...CHOICES]);
  const battery = within(screen.getByRole('group', { name: 'Battery' }));
  expect(battery.getAllByRole('radio').map(radio => textOf(radio.parentElement!))).toEqual(['80%', '90%']);
  expect(battery.queryByRole('textbox')).toBeNull();
  expect(chosen()).toBe('battery:90');
});

test('that was set is chosen, and can be removed', () => {
  show({ goal: { kind: 'amount', amountMinor: 3_000 }, expected: null, isBeyondLimit: false });
  expect(chosen()).toBe('amount:30');
  expect(screen.getByRole('button', { name: 'Charge without a goal' })).toBeTruthy();
});

test('with a value of its own stands in the field of its kind', () => {
  show({ goal: { kind: 'time', at: '2026-11-20T19:17:00Z' }, expected: null, isBeyondLimit: false });
  expect(chosen()).toBe('time');
  expect(screen.getByLabelText<HTMLInputElement>('Time at the charging point').value).toBe('20:17');
});

test('that is wrong keeps what was typed, with the error beside the field', () => {
  const values = { kind: 'energy', energy: '3', amount: '', time: '' };
  show(null, { errors: { energy: { key: 'goal.error.passed' } }, values, problem: null });
  expect(chosen()).toBe('energy');
  expect(screen.getByLabelText<HTMLInputElement>(/Energy since the start/).value).toBe('3');
  expect(screen.getAllByText(/This goal has already been reached/).length).toBeGreaterThan(1);
});
