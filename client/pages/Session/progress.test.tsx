/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import type { Cable } from '../../../shared/charging/session.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { iso, MINUTE_MS } from '../../../shared/model/time.ts';
import type { Progress } from '../../../shared/price/progress.ts';
import { running, SESSION_ID, stopping } from './Session.fixture.tsx';
import { pass, show, textOf } from './show.fixture.tsx';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const DAY = { perKwhMicro: 490_000, perMinuteMicro: 0 };
const NIGHT = { perKwhMicro: 390_000, perMinuteMicro: 20_000 };
const part = { kind: 'energy', quantity: 10_000, unitPriceMicro: 490_000, amountMinor: 490, vatPercent: 19 } as const;
const progress = (more: Partial<Progress> = {}): Progress => ({
  price: { now: DAY, before: null, next: null },
  parts: [{ ...part, from: null, to: null }],
  limitAt: null,
  batteryEnd: null,
  goal: null,
  ...more,
});
const shown = async (more: Partial<Progress>) =>
  textOf((await show({ session: running({ progress: progress(more) }) })).container);

describe('While charging, the driver reads', () => {
  test.each([
    [{ now: DAY, before: null, next: null }, 'Price now €0.49/kWh'],
    [
      { now: DAY, before: null, next: { from: '2026-11-20T21:00:00Z', rates: NIGHT } },
      'Price now €0.49/kWh€33.21 leftof €40 reservedfrom 22:00 €0.39/kWh + €0.02/min',
    ],
    [
      {
        now: NIGHT,
        before: { until: '2026-11-20T21:00:00Z', rates: DAY },
        next: { from: '2026-11-21T05:00:00Z', rates: DAY },
      },
      'Price now €0.39/kWh + €0.02/min€33.21 leftof €40 reservedfrom 06:00 €0.49/kWh',
    ],
    [
      { now: NIGHT, before: { until: '2026-11-20T21:00:00Z', rates: DAY }, next: null },
      'Price now €0.39/kWh + €0.02/minsince 22:00€33.21 left',
    ],
    [
      {
        now: NIGHT,
        before: { until: '2026-11-20T21:00:00Z', rates: DAY },
        next: { from: '2026-11-21T05:00:00Z', rates: { perKwhMicro: 0, perMinuteMicro: 0 } },
      },
      'reservedfrom 06:00 €0.00',
    ],
  ])('the price of now, what it was and what it will be: %j', async (price, words) => {
    expect(await shown({ price })).toContain(words);
  });

  test('a fee per minute that is added to the same price per kWh as what is added', async () => {
    const next = { from: '2026-11-20T21:00:00Z', rates: { ...DAY, perMinuteMicro: 50_000 } };
    expect(await shown({ price: { now: DAY, before: null, next } })).toContain('reservedfrom 22:00 + €0.05/min');
  });

  test('what each part has cost', async () => {
    const text = await shown({
      parts: [
        { ...part, from: null, to: '2026-11-20T16:00:00Z' },
        { ...part, quantity: 3_857, unitPriceMicro: 390_000, amountMinor: 150, from: '2026-11-20T16:00:00Z', to: null },
        { kind: 'start', quantity: 1, unitPriceMicro: 390_000, amountMinor: 39, vatPercent: 19, from: null, to: null },
      ],
    });
    expect(text).toContain('Until 17:00, 10.00 kWh × €0.49€4.90');
    expect(text).toContain('Since 17:00, 3.86 kWh × €0.39€1.50');
    expect(text).toContain('Starting fee€0.39');
  });

  test('no parts if there is only one, because the part is the cost', async () => {
    expect(await shown({})).not.toContain('How this adds up');
  });

  test('when the limit is reached, and where nobody can tell, what is left', async () => {
    expect(await shown({ limitAt: '2026-11-20T18:34:00Z' })).toContain('lasts until about 19:34of €40 reserved');
    cleanup();
    expect(await shown({})).toContain('€33.21 leftof €40 reserved');
  });

  test.each([
    [
      {
        goal: { kind: 'energy', energyWh: 30_000 },
        expected: { at: '2026-11-20T18:13:00Z', cost: { amountMinor: 1370, currency: 'EUR' } },
      },
      ['Stops at 30 kWh', 'at 30 kWh about €13.70of €40 reserved', '30 kWh at 19:13'],
    ],
    [{ goal: { kind: 'amount', amountMinor: 1500 }, expected: null }, ['Stops at €15Change goal']],
    [
      {
        goal: { kind: 'amount', amountMinor: 1500 },
        expected: { at: '2026-11-20T18:13:00Z', cost: { amountMinor: 1500, currency: 'EUR' } },
      },
      ['Stops at €15', 'stops at €15 · about 19:13of €40 reserved'],
    ],
    [
      {
        goal: { kind: 'time', at: '2026-11-20T19:00:00Z' },
        expected: { at: '2026-11-20T19:00:00Z', cost: { amountMinor: 1500, currency: 'EUR' } },
      },
      ['Stops at 20:00', 'at 20:00 about €15.00of €40 reserved'],
    ],
  ] as const)('where it stops, when, and about how much: %j', async (goal, words) => {
    const text = await shown({ goal: { ...goal, isBeyondLimit: false } });
    for (const word of words) expect(text).toContain(word);
  });

  test('that the battery is full before the goal, and what charging costs until then', async () => {
    const goal = { goal: { kind: 'energy', energyWh: 90_000 }, expected: null, isBeyondLimit: false } as const;
    const batteryEnd = { at: '2026-11-20T18:00:00Z', cost: { amountMinor: 2_000, currency: 'EUR' } } as const;
    const text = await shown({ goal, batteryEnd });
    expect(text).toContain('Stops at 90 kWhThe battery is full before that.');
    expect(text).toContain('at 100% about €20.00of €40 reserved');
  });

  test.each([
    ['the battery is full', '2026-11-20T19:30:00Z', false],
    ['the amount is used up', '2026-11-20T17:10:00Z', true],
  ])('what comes first of battery and limit: %s', async (_, limitAt, endsBefore) => {
    const { asOf, ...started } = running();
    if (started.kind !== 'running') throw new Error(started.kind);
    const values = { ...started.values, battery: { at: asOf, percent: 62, targetPercent: null, minutesLeft: 59 } };
    const batteryEnd = { at: iso(Date.parse(asOf) + 59 * MINUTE_MS), cost: { amountMinor: 2_000, currency: 'EUR' } } as const;
    const session = running({ values, progress: progress({ batteryEnd, limitAt }) });
    const text = textOf((await show({ session })).container);
    expect(text.includes('about 91% at 18:10')).toBe(endsBefore);
    expect(text.includes('lasts until about 18:10')).toBe(endsBefore);
    expect(text.includes('about 59 min')).toBe(!endsBefore);
    expect(text.includes('to 100%')).toBe(!endsBefore);
  });

  test.each([
    ['a known', { at: '2026-11-20T17:20:00Z', cost: { amountMinor: 1_200, currency: 'EUR' } }, 'to 80%'],
    ['no known', null, 'Target 80%'],
  ] as const)('the goal of a charge level as the target of the battery, with %s time', async (_, expected, words) => {
    const { asOf, ...started } = running();
    if (started.kind !== 'running') throw new Error(started.kind);
    const values = { ...started.values, battery: { at: asOf, percent: 62, targetPercent: 100, minutesLeft: 59 } };
    const batteryEnd = { at: iso(Date.parse(asOf) + 59 * MINUTE_MS), cost: { amountMinor: 2_000, currency: 'EUR' } } as const;
    const goal = { goal: { kind: 'battery', percent: 80 }, expected, isBeyondLimit: false } as const;
    const text = textOf((await show({ session: running({ values, progress: progress({ batteryEnd, goal }) }) })).container);
    expect(text).toContain(words);
    expect(text).not.toContain('100%');
    expect(text).not.toContain('Ends before that');
  });

  test('one power, without a second one at the chart', async () => {
    await show({ session: running({ progress: progress() }) });
    expect(document.querySelector('figure svg > text')).toBeNull();
  });

  test('that the limit comes before the goal', async () => {
    const goal = { goal: { kind: 'amount', amountMinor: 9000 }, expected: null, isBeyondLimit: true } as const;
    expect(await shown({ goal })).toContain('Stops at €90Your maximum will be reached first.');
  });
});

describe('A goal', () => {
  test('is set above the page; what is wrong is told, and what was typed stays', async () => {
    const setGoal = jest
      .fn<(request: unknown) => Promise<ReturnType<typeof running>>>()
      .mockRejectedValueOnce(new Problem('invalid-input', { fields: { energy: { key: 'goal.error.passed' } } }))
      .mockRejectedValueOnce(new TypeError('offline'))
      .mockResolvedValue(
        running({
          version: 4,
          progress: progress({ goal: { goal: { kind: 'energy', energyWh: 30_000 }, expected: null, isBeyondLimit: false } }),
        }),
      );
    await show({ session: running({ progress: progress() }), charging: { setGoal } });
    fireEvent.click(screen.getByRole('link', { name: 'Set a goal' }));
    fireEvent.change(screen.getByLabelText('Energy since the start'), { target: { value: '30' } });
    const press = async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Set a goal' }));
      await pass(100);
    };
    await press();
    expect(screen.getAllByText(/This goal has already been reached/).length).toBeGreaterThan(1);
    expect(screen.getByLabelText<HTMLInputElement>('Energy since the start').value).toBe('30');
    await press();
    expect(screen.getByText(/The goal could not be saved/)).toBeTruthy();
    await press();
    expect(setGoal).toHaveBeenLastCalledWith({
      sessionId: SESSION_ID,
      goal: { kind: 'energy', energy: '30', amount: '', time: '' },
    });
    expect(screen.getByText('Stops at 30 kWh')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('that the driver types is sent, even if offered goals appear meanwhile', async () => {
    const setGoal = jest.fn(async (_: unknown) => running({ version: 4, progress: progress() }));
    const choice = { goal: { kind: 'energy', energyWh: 30_000 }, expected: null } as const;
    const withChoices = running({ progress: progress({ choices: [choice] }) });
    const getSession = () => new Promise<typeof withChoices>(resolve => setTimeout(() => resolve(withChoices), 1000));
    await show({ session: running({ progress: progress() }), charging: { setGoal, getSession } });
    fireEvent.click(screen.getByRole('link', { name: 'Set a goal' }));
    const own = screen.getAllByRole<HTMLInputElement>('radio').find(({ value }) => value === 'amount');
    fireEvent.click(own as HTMLInputElement);
    fireEvent.change(screen.getByLabelText('Cost since the start'), { target: { value: '20' } });
    await pass(1100);
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)).toContain('energy:30');
    fireEvent.click(screen.getByRole('button', { name: 'Set a goal' }));
    await pass(100);
    expect(setGoal).toHaveBeenLastCalledWith({
      sessionId: SESSION_ID,
      goal: { kind: 'amount', energy: '', amount: '20', time: '' },
    });
  });

  test('that is changed while the first is under way is sent after it', async () => {
    const answers: ((session: ReturnType<typeof running>) => void)[] = [];
    const setGoal = jest.fn(async (_: unknown) => new Promise<ReturnType<typeof running>>(resolve => answers.push(resolve)));
    await show({ session: running({ progress: progress() }), charging: { setGoal } });
    fireEvent.click(screen.getByRole('link', { name: 'Set a goal' }));
    const send = (energy: string) => {
      fireEvent.change(screen.getByLabelText('Energy since the start'), { target: { value: energy } });
      fireEvent.click(screen.getByRole('button', { name: 'Set a goal' }));
    };
    for (const energy of ['30', '40', '50']) send(energy);
    await pass(100);
    expect(setGoal).toHaveBeenCalledTimes(1);
    answers[0]?.(running({ version: 4, progress: progress() }));
    await pass(100);
    const sent = setGoal.mock.calls.map(([request]) => (request as { goal: { energy: string } }).goal.energy);
    expect(sent).toEqual(['30', '50']);
  });

  test('that is there stands in the form, and can be taken away', async () => {
    const setGoal = jest.fn(async () => running({ version: 4, progress: progress() }));
    const goal = { goal: { kind: 'time', at: '2026-11-20T19:00:00Z' }, expected: null, isBeyondLimit: false } as const;
    await show({ session: running({ progress: progress({ goal }) }), charging: { setGoal } });
    fireEvent.click(screen.getByRole('link', { name: 'Change goal' }));
    expect(screen.getByLabelText<HTMLInputElement>('Time at the charging point').value).toBe('20:00');
    fireEvent.click(screen.getByRole('button', { name: 'Charge without a goal' }));
    await pass(100);
    expect(setGoal).toHaveBeenCalledWith({ sessionId: SESSION_ID, goal: null });
    expect(screen.getByText(/Charges until full/)).toBeTruthy();
  });

  test('is changed by nobody who only watches', async () => {
    const goal = { goal: { kind: 'amount', amountMinor: 1500 }, expected: null, isBeyondLimit: false } as const;
    await show({ session: running({ sessionId: null, progress: progress({ goal, price: null, parts: [] }) }) });
    expect(screen.getByText('Stops at €15')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Change goal' })).toBeNull();
  });
});

describe('Right after charging, the first line is about the plug', () => {
  const cable = (more: Partial<Cable>): Cable => ({ isLocked: true, unlock: null, canUnlock: false, ...more });
  test.each([
    [cable({ isLocked: false }), 'You can unplug', false],
    [cable({}), 'Plug still locked', false],
    [cable({ canUnlock: true }), 'Plug still locked', true],
    [cable({ unlock: 'refused', canUnlock: true }), 'The station could not unlock the plug', true],
    [undefined, 'Try to unplug', false],
  ])('%j: %s', async (reported, words, hasButton) => {
    const { container } = await show({ session: stopping({ hasEnded: true, ...(reported ? { cable: reported } : {}) }) });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(words);
    expect(screen.queryAllByRole('button', { name: /Unlock/ })).toHaveLength(hasButton ? 1 : 0);
    const text = textOf(container);
    expect(text.indexOf(words)).toBeLessThan(text.indexOf('Cost so far'));
    expect(text.includes('Does it stay locked?')).toBe(reported?.isLocked === true);
  });

  test('before the station has stopped nobody is told to pull', async () => {
    await show({ session: stopping({ hasEnded: false }) });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Finishing...');
    expect(screen.queryByText(/unplug/)).toBeNull();
  });
});
