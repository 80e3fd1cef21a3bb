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

/** A page's words with plain spaces. */
export const textOf = (element: Element) => (element.textContent ?? '').replaceAll('\u00a0', ' ');

/** The page's one voice comes before everything else on it. */
export const status = () => screen.getAllByRole('status')[0]?.textContent;

interface Given {
  session: SessionFacts;
  receipt?: Receipt;
  charging?: Partial<Charging>;
}

/** jsdom knows the element but not how to open it. */
function teachDialogs() {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}

/** The session's page as its visitor has it, with an app that answers as given. */
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
