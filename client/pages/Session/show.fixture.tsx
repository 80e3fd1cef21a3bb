import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import type { Charging } from '../../../shared/charging/charging.ts';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import type { Session as SessionFacts } from '../../../shared/charging/session.ts';
import { receipt, showPage } from './Session.fixture.tsx';
import { Session } from './Session.tsx';

const STRINGS = [
  'session',
  'chart',
  'holdTimeline',
  'goal',
  'receipt',
  'calibration',
  'live',
  'offline',
  'unit',
  'plug',
  'tariff',
  'location',
  'contract',
  'language',
];
export const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** Text content with plain spaces. */
export const textOf = (element: Element) => (element.textContent ?? '').replaceAll('\u00a0', ' ');

/** The live region of the page is its first element with role `status`. */
export const status = () => screen.getAllByRole('status')[0]?.textContent;

interface Given {
  session: SessionFacts;
  receipt?: Receipt;
  charging?: Partial<Charging>;
}

/** jsdom has no showModal. */
function teachDialogs() {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}

/** Renders the page of a session with a fake `Charging` that returns the given data. */
export const show = async ({ session, receipt: found, charging = {} }: Given) => {
  teachDialogs();
  const fakeCharging: Partial<Charging> = {
    getSession: async () => session,
    getReceipt: async () => found ?? receipt(),
    ...charging,
  };
  const shown = showPage({
    content: Session,
    data: { session, receipt: found ?? null },
    strings: STRINGS,
    charging: fakeCharging,
  });
  await pass(0);
  return shown;
};
