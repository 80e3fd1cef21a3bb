/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import type { Charging } from '../../../../shared/charging/charging.ts';
import type { PlugState } from '../../../../shared/charging/session.ts';
import { byDay, plug, point, showPayment } from '../Payment.fixture.tsx';

const getChargingPoint = jest.fn<Charging['getChargingPoint']>();
const announced = () => document.querySelector('main [role=status]')?.textContent;
const both = (first: PlugState, second: PlugState) =>
  point(plug({ state: first }), plug({ id: '2', number: '2', state: second }));
const later = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const hide = (isHidden: boolean) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  getChargingPoint.mockReset();
  Object.defineProperty(document, 'hidden', { configurable: true, value: false });
});

/** A fake EventSource. The test sends its events. */
class FakeSource extends EventTarget {
  static opened: FakeSource[] = [];
  readonly address: string;
  isOpen = true;
  constructor(address: string) {
    super();
    this.address = address;
    FakeSource.opened.push(this);
  }
  close() {
    this.isOpen = false;
  }
}

describe('while the app tells of changes', () => {
  beforeEach(() => {
    FakeSource.opened = [];
    Object.assign(globalThis, { EventSource: FakeSource });
  });
  afterEach(() => void Reflect.deleteProperty(globalThis, 'EventSource'));
  const open = () => FakeSource.opened.filter(({ isOpen }) => isOpen);

  test('a plug that is taken is shown as such at once', async () => {
    getChargingPoint.mockResolvedValue(both('available', 'occupied'));
    showPayment({ point: both('available', 'available'), charging: { getChargingPoint: getChargingPoint } });
    expect(open().map(({ address }) => address)).toEqual([
      expect.stringMatching(/^\/api\/clients\/.*\/charging-points\/.*\/events$/),
    ]);
    await later(100);
    expect(getChargingPoint).not.toHaveBeenCalled();
    open()[0]?.dispatchEvent(new MessageEvent('message', { data: '1' }));
    await later(100);
    expect(screen.getByRole('link', { name: /Plug 2.*Occupied/ })).toBeTruthy();
  });

  test('a hidden page listens to nobody, and one that is shown again to one stream', async () => {
    getChargingPoint.mockResolvedValue(point(plug()));
    showPayment({ point: point(plug()), charging: { getChargingPoint: getChargingPoint } });
    hide(true);
    expect(open()).toHaveLength(0);
    hide(false);
    hide(false);
    expect(open()).toHaveLength(1);
    await later(0);
  });
});

describe('while somebody looks at the page', () => {
  test('a plug that becomes free can be chosen, without a word to screen readers', async () => {
    getChargingPoint.mockResolvedValue(both('available', 'available'));
    showPayment({ point: both('available', 'charging'), charging: { getChargingPoint: getChargingPoint } });
    expect(screen.getByRole('link', { name: /Plug 2.*Charging/ })).toBeTruthy();
    await later(15_000);
    expect(screen.getByRole('link', { name: /Plug 2.*0.59/ })).toBeTruthy();
    expect(announced()).toBe('');
  });

  test('the plug somebody has chosen being taken is said, and the form stays', async () => {
    getChargingPoint.mockResolvedValue(point(plug({ state: 'occupied' })));
    showPayment({ point: point(plug()), charging: { getChargingPoint: getChargingPoint } });
    expect(announced()).toBe('');
    await later(15_000);
    expect(announced()).toBe('Plug 1 is no longer available');
    expect(screen.getByLabelText('First name')).toBeTruthy();
    getChargingPoint.mockResolvedValue(point(plug()));
    await later(15_000);
    expect(announced()).toBe('Plug 1 is now available');
  });

  test('a new price is shown and told beside the button, and what was typed stays', async () => {
    getChargingPoint.mockResolvedValue(point(plug({ tariffVersion: 'v2' }, { ...byDay, energyMicro: 990_000 })));
    showPayment({ point: point(plug()), charging: { getChargingPoint: getChargingPoint } });
    fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Ada' } });
    const before = document.activeElement;
    expect(screen.queryByRole('alert')).toBeNull();
    await later(15_000);
    expect(screen.getAllByText(/0\.99/).length).toBeGreaterThan(0);
    expect(screen.getByRole('alert').textContent).toContain('The price has changed since you opened this page');
    expect(document.querySelector<HTMLInputElement>('[name=tariffVersion]')?.value).toBe('v2');
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Ada');
    expect(document.activeElement).toBe(before);
  });

  test('with a new price only holds that are large enough can be chosen, and one of them is', async () => {
    const dearer = plug({ tariffVersion: 'v2', limits: [{ amountMinor: 4_000, energyWh: 1000 }], defaultLimitMinor: 4_000 });
    getChargingPoint.mockResolvedValue(point(dearer));
    showPayment({ point: point(plug()), charging: { getChargingPoint: getChargingPoint } });
    await later(15_000);
    const holds = [...document.querySelectorAll<HTMLInputElement>('[name=limit]')];
    expect(holds.map(({ value, checked }) => [value, checked])).toEqual([['4000', true]]);
  });
});

test('nobody is asked while the page is hidden, and at once when it is back', async () => {
  getChargingPoint.mockResolvedValue(point(plug()));
  showPayment({ point: point(plug()), charging: { getChargingPoint: getChargingPoint } });
  hide(true);
  await later(120_000);
  expect(getChargingPoint).not.toHaveBeenCalled();
  hide(false);
  await later(0);
  expect(getChargingPoint).toHaveBeenCalledTimes(1);
});

test('without an answer the last one stays', async () => {
  getChargingPoint.mockRejectedValue(new TypeError('Failed to fetch'));
  showPayment({ point: point(plug()), charging: { getChargingPoint: getChargingPoint } });
  await later(30_000);
  expect(getChargingPoint).toHaveBeenCalledTimes(2);
  expect(announced()).toBe('');
});
