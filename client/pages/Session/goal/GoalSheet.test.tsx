/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import type { GoalChoice, Progress } from '../../../../shared/price/progress.ts';
import { running, SESSION_ID } from '../Session.fixture.tsx';
import { show } from '../show.fixture.tsx';

const progress = (choices: readonly GoalChoice[]): Progress => ({
  ...{ price: null, parts: [], limitAt: null, batteryEnd: null, goal: null },
  choices,
});

beforeEach(() => jest.useFakeTimers());

test('keeps a chip that the driver clicks before the offered goals arrive', async () => {
  const session = running({ sessionId: SESSION_ID, progress: progress([]) });
  let answer: (found: typeof session) => void = () => undefined;
  const pending = new Promise<typeof session>(resolve => {
    answer = resolve;
  });
  await show({ session, charging: { getSession: () => pending } });
  fireEvent.click(screen.getByRole('link', { name: 'Set a goal' }));
  const own = () => screen.getAllByRole<HTMLInputElement>('radio').find(({ value }) => value === 'energy');
  fireEvent.click(own()!);
  await act(async () => {
    answer(
      running({ sessionId: SESSION_ID, progress: progress([{ goal: { kind: 'energy', energyWh: 20_900 }, expected: null }]) }),
    );
    await pending;
  });
  expect(screen.getAllByRole('radio').map(radio => (radio as HTMLInputElement).value)).toContain('energy:20.9');
  expect(own()?.checked).toBe(true);
});
