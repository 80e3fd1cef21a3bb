import { jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import type { Charging } from '../../../shared/charging/charging.ts';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import type { Session as SessionFacts } from '../../../shared/charging/session.ts';
import './deferredParts.ts';
import { receipt, showPage } from './Session.fixture.tsx';
import { Session } from './Session.tsx';

const STRINGS = [
  'session',
  'progress',
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
  'freePlugs',
  'contract',
  'language',
];
export const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** Returns the text of an element, with plain spaces in place of non-breaking ones. */
export const textOf = (element: Element) => (element.textContent ?? '').replaceAll('\u00a0', ' ');

/** Returns the text of the page's live region. It is the first element with the role `status`. */
export const status = () => screen.getAllByRole('status')[0]?.textContent;

interface Given {
  session: SessionFacts;
  receipt?: Receipt;
  charging?: Partial<Charging>;
}

/** jsdom does not implement showModal. */
function teachDialogs() {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}

/** Renders the page of a session. A fake `Charging` returns the given session and receipt. */
export const show = async ({ session, receipt: found, charging = {} }: Given) => {
  teachDialogs();
  const fakeCharging: Partial<Charging> = {
    getSession: async () => session,
    getReceipt: async () => found ?? receipt(),
    findAlternatives: () => new Promise(() => undefined),
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

/** Opens the dialog that confirms a stop, waits until its confirm button works, and presses this button. */
export async function confirmStop() {
  fireEvent.click(screen.getByRole('link', { name: 'Stop charging session' }));
  await pass(1_000);
  fireEvent.click(screen.getByRole('button', { name: 'Yes, stop' }));
  await pass(0);
}
