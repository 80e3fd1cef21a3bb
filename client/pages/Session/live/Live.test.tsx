/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import type { CurvePoint } from '../../../../shared/charging/session.ts';
import { WEEKDAYS } from '../../../../shared/model/tariff.ts';
import { cancelled, completed, paused, receipt, running, SESSION_ID } from '../Session.fixture.tsx';
import { pass, show, status, textOf } from '../show.fixture.tsx';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const CURVE = [
  { at: '2026-11-20T15:23:00Z', powerW: 0, energyWh: 0 },
  { at: '2026-11-20T15:35:00Z', powerW: 11_000, energyWh: 2_000 },
];
const measured = { startedAt: '2026-11-20T15:23:00Z', energyWh: 10_920, powerW: 10_800, curve: CURVE };
const costOf = (amountMinor: number) => ({ ...measured, cost: { amountMinor, currency: 'EUR' } as const });

test('the power so far is a sentence, a picture and a table', async () => {
  const { container } = await show({ session: running({ values: costOf(679) }) });
  expect(screen.getByText('Highest 11.0 kW at 16:35, now 10.8 kW.')).toBeTruthy();
  expect(container.querySelector('[data-part="curve"]')?.getAttribute('d')).toBe('M0 1000H197V267H1000V280');
  expect(screen.getAllByRole('row').map(textOf)).toEqual([
    'TimePowerEnergy',
    '16:230.0 kW0.00 kWh',
    '16:3511.0 kW2.00 kWh',
    '17:2410.8 kW10.92 kWh',
  ]);
});

test('before the meter has said anything the chart has no curve, but its place', async () => {
  const { container } = await show({ session: running() });
  expect(screen.getAllByText('No measurements yet.')).toHaveLength(2);
  expect(container.querySelector('figure > svg')).toBeTruthy();
  expect(container.querySelector('[data-part="curve"]')).toBeNull();
});

test('passing 80 and 95 per cent of the hold is spoken, each once; figures in between are not', async () => {
  let cost = 3_190;
  let version = 3;
  const getSession = async () => {
    version += 1;
    return running({ version, values: costOf(cost) });
  };
  await show({ session: running({ values: costOf(cost) }), charging: { getSession } });
  const spoken: (string | undefined)[] = [];
  for (cost of [3_199, 3_200, 3_500, 3_800]) {
    await pass(5_000);
    spoken.push(status());
  }
  const at80 = '80% of the reservation amount has been used';
  expect(spoken).toEqual(['', at80, at80, '95% of the reservation amount has been used']);
});

test('an answer from before does not undo a newer one of the same version', async () => {
  let asOf = '2026-11-20T16:25:00Z';
  await show({ session: running(), charging: { getSession: async () => running({ asOf }) } });
  await pass(5_000);
  expect(screen.getByText('As of 17:25')).toBeTruthy();
  asOf = '2026-11-20T16:20:00Z';
  await pass(5_000);
  expect(screen.getByText('As of 17:25')).toBeTruthy();
});

test('a blocking fee ahead can be put into the calendar; one that runs cannot', async () => {
  const fee = { kind: 'blocking', fromAt: '2026-11-20T19:23:00Z', perMinuteMicro: 100_000, maxMinor: 1_200 } as const;
  const name = 'Add a reminder to your calendar';
  await show({ session: running({ blocking: { ...fee, isRunning: false } }) });
  const link = screen.getByRole('link', { name });
  expect(link.getAttribute('href')).toBe(`/en/lindau/charging/${SESSION_ID}/blocking-fee.ics`);
  cleanup();
  await show({ session: running({ blocking: { ...fee, isRunning: true } }) });
  expect(screen.getByText(/The blocking fee now applies/)).toBeTruthy();
  expect(screen.queryByRole('link', { name })).toBeNull();
});

test('a fee for occupying the point is called by its own name', async () => {
  const fee = { kind: 'occupancy', fromAt: '2026-11-20T19:23:00Z', perMinuteMicro: 100_000, maxMinor: 1_200 } as const;
  await show({ session: running({ blocking: { ...fee, isRunning: false } }) });
  expect(screen.getByText(/From 20:23 an occupancy fee of €0.10 per started minute applies/)).toBeTruthy();
  cleanup();
  await show({ session: running({ blocking: { ...fee, isRunning: true } }) });
  expect(screen.getByText(/The occupancy fee now applies/)).toBeTruthy();
});

describe('The question before stopping', () => {
  const agreed = (start: { amountMicro: number; includesMinutes: null } | null) => ({
    concludedAt: '2026-11-20T15:20:00Z',
    supplier: 'Stadtwerke Lindau',
    currency: 'EUR' as const,
    terms: null,
    days: WEEKDAYS.map(day => ({
      day,
      periods: [{ from: '00:00', to: '24:00', energyMicro: 590_000, timeMicro: null, start, blocking: null, occupancy: null }],
    })),
  });

  test('warns of the starting fee where there is one', async () => {
    await show({ session: running({ contract: agreed({ amountMicro: 350_000, includesMinutes: null }) }) });
    fireEvent.click(screen.getByRole('link', { name: 'Stop charging session' }));
    expect(
      screen.getByText(
        'You can unplug afterwards. To charge more, you pay again. The starting fee may apply again for a new session.',
      ),
    ).toBeTruthy();
  });

  test('is short where starting costs nothing', async () => {
    await show({ session: running({ contract: agreed(null) }) });
    fireEvent.click(screen.getByRole('link', { name: 'Stop charging session' }));
    expect(screen.getByText('You can unplug afterwards. To charge more, you pay again.')).toBeTruthy();
  });
});

describe('While a vehicle takes no power', () => {
  const fell = [...CURVE, { at: '2026-11-20T16:10:00Z', powerW: 2_000, energyWh: 10_000 }];
  const stood = { at: '2026-11-20T16:18:00Z', powerW: 0, energyWh: 10_920 };
  const idle = (curve: readonly CurvePoint[]) => ({ ...costOf(679), powerW: 0, curve: [...curve, stood] });

  test.each([
    ['fell before the pause', fell, 'No power since 17:18. The battery is probably full.'],
    ['ended suddenly', CURVE.slice(0, 2), 'No power since 17:18. The vehicle has probably interrupted.'],
  ] as const)('a driver reads since when and the probable cause, where the power %s', async (_, curve, words) => {
    const { container } = await show({ session: paused({ values: idle(curve) }) });
    expect(textOf(container)).toContain(words);
    expect(screen.getByRole('link', { name: 'End and unplug' })).toBeTruthy();
    expect(textOf(container)).toContain('€33.21will be released');
  });

  test('a driver reads when the fee begins, in words and as a picture', async () => {
    const fee = { kind: 'occupancy', perMinuteMicro: 100_000, maxMinor: 1_200, isRunning: false } as const;
    const blocking = { ...fee, fromAt: '2026-11-20T16:28:00Z' };
    const { container } = await show({ session: paused({ values: idle(fell), blocking }) });
    expect(textOf(container)).toContain('From 17:28 standing costs €0.10 per started minute.');
    expect(screen.getByRole('heading', { name: 'Occupancy fee from 17:28' })).toBeTruthy();
    expect(textOf(container)).toContain('about 4 min left');
    expect(screen.getByRole('link', { name: 'Add a reminder to your calendar' })).toBeTruthy();
  });

  test('no time is left until the battery is full', async () => {
    const battery = { at: '2026-11-20T16:24:00Z', percent: 25, targetPercent: null, minutesLeft: 19 };
    const { container } = await show({ session: paused({ values: { ...idle(fell), battery } }) });
    expect(textOf(container)).toContain('Battery 25%');
    expect(textOf(container)).not.toContain('min left');
  });

  test('a reader of the watch link has nothing to press', async () => {
    await show({ session: paused({ sessionId: null, values: idle(fell) }) });
    expect(screen.getByText('No power since 17:18.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'End and unplug' })).toBeNull();
  });
});

test('a button that was pressed keeps its name', async () => {
  await show({ session: running() });
  fireEvent.click(screen.getByRole('button', { name: 'recent.remember' }));
  expect(screen.getByRole('button', { name: 'recent.remembered' })).toBeTruthy();
});

describe('Sharing', () => {
  const browserWith = (skills: Partial<Pick<Navigator, 'share' | 'clipboard'>>) => {
    for (const [name, value] of Object.entries(skills)) Object.defineProperty(navigator, name, { value, configurable: true });
  };
  afterEach(() => {
    for (const name of ['share', 'clipboard']) Reflect.deleteProperty(navigator, name);
  });
  const WATCH = 'http://localhost/en/lindau/watch/watch';

  test('opens the phone’s own sheet with the link that cannot stop', async () => {
    const share = jest.fn(async () => undefined);
    browserWith({ share });
    await show({ session: running() });
    fireEvent.click(screen.getByRole('button', { name: 'Share session' }));
    expect(share).toHaveBeenCalledWith({ title: 'Charging session – Stadtwerke Lindau', url: WATCH });
  });

  test('copies that link where there is no such sheet', async () => {
    const writeText = jest.fn(async () => undefined);
    browserWith({ clipboard: { writeText } as unknown as Clipboard });
    await show({ session: running() });
    fireEvent.click(screen.getByRole('button', { name: 'Share session' }));
    expect(writeText).toHaveBeenCalledWith(WATCH);
  });

  test.each([
    ['Share session', 'View-only link', WATCH],
    ['Copy link', 'Copy link', 'http://localhost/'],
  ])('where the browser refuses, the link is shown to be copied by hand: %s', async (button, label, address) => {
    const writeText = jest.fn(() => Promise.reject(new DOMException('Not now', 'NotAllowedError')));
    browserWith({ clipboard: { writeText } as unknown as Clipboard });
    await show({ session: running() });
    fireEvent.click(screen.getByRole('button', { name: button }));
    await pass(0);
    const field = screen.getByRole('textbox', { name: label }) as HTMLInputElement;
    expect(field.value).toContain(address);
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(field.value);
  });

  test('closing the phone’s own sheet is an answer', async () => {
    browserWith({ share: () => Promise.reject(new DOMException('Closed', 'AbortError')) });
    await show({ session: running() });
    fireEvent.click(screen.getByRole('button', { name: 'Share session' }));
    await pass(0);
    expect(screen.getByRole('button', { name: 'Share session' })).toBeTruthy();
  });

  test('is a plain link elsewhere', async () => {
    await show({ session: running() });
    expect(screen.getByRole('link', { name: 'View-only link' }).getAttribute('href')).toBe('/en/lindau/watch/watch');
  });
});

test('the route of the money says when, what the bank may still show, and what to ask with', async () => {
  const { container } = await show({ session: completed(), receipt: receipt() });
  const text = textOf(container);
  expect(text).toContain('Reserved€40.0020 Nov 2026, 16:23');
  expect(text).toContain('Released€32.3720 Nov 2026, 17:24. Your bank decides when the reservation disappears');
  expect(text).toContain('This can take up to 7 days.');
  expect(text).toContain('Reference482 913 057');
  expect(document.title).toBe('€7.63 · Charging completed – Stadtwerke Lindau');
});

test('a release that takes long is admitted', async () => {
  const held = { kind: 'held', amountMinor: 4_000, at: '2026-11-20T15:23:00Z' } as const;
  const open = receipt({ lines: [], isBilled: false, timeline: [held, { kind: 'released', amountMinor: 4_000, at: null }] });
  const soon = await show({ session: cancelled(), receipt: open });
  expect(textOf(soon.container)).toContain('Released€40.00Not yet');
  cleanup();
  const overdue = await show({ session: cancelled({ asOf: '2026-11-20T16:40:00Z' }), receipt: open });
  expect(textOf(overdue.container)).toContain('The release has not worked yet. We keep trying.');
});

describe('Somebody who only watches', () => {
  const watched = { sessionId: null };

  test('sees everything and can do nothing', async () => {
    const fee = {
      kind: 'blocking',
      fromAt: '2026-11-20T19:23:00Z',
      perMinuteMicro: 100_000,
      maxMinor: 1_200,
      isRunning: false,
    } as const;
    const { container } = await show({ session: running({ ...watched, values: costOf(679), blocking: fee }) });
    expect(screen.getByText('€6.79')).toBeTruthy();
    expect(screen.getByText(/Only the person who started it can stop it/)).toBeTruthy();
    expect(container.querySelectorAll('main a, main button')).toHaveLength(0);
  });

  test('keeps seeing how it goes on', async () => {
    const getWatchedSession = jest.fn(async () => running({ ...watched, version: 4, values: costOf(700) }));
    await show({ session: running(watched), charging: { getWatchedSession } });
    await pass(5_000);
    expect(getWatchedSession).toHaveBeenCalledWith({ watchId: 'watch' });
    expect(screen.getByText('€7.00')).toBeTruthy();
  });

  test('learns the price at the end, and nothing of card and documents', async () => {
    const getReceipt = jest.fn(async () => receipt());
    const { container } = await show({ session: completed(watched), charging: { getReceipt } });
    expect(textOf(container)).toContain('Price€6.79');
    expect(getReceipt).not.toHaveBeenCalled();
    expect(container.querySelectorAll('main a, main button')).toHaveLength(0);
  });
});
