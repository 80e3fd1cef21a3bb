import { setTimeout as pause } from 'node:timers/promises';
import { type Finding, finding, listed, type Rehearsal, type RehearsalOptions } from './findings.ts';

interface Rehearsed {
  findings: readonly Finding[];
  /** True if the rehearsal ran to its end, even if expectations failed. */
  isWhole: boolean;
  /** True if the rehearsal has closed everything that it opened. */
  isTidy: boolean;
}

/** Runs a rehearsal, then closes everything that it opened, even after an error. */
export async function rehearse(rehearsal: Rehearsal, request: Omit<RehearsalOptions, 'atEnd'>): Promise<Rehearsed> {
  const closes: (() => unknown)[] = [];
  const run = async (): Promise<{ findings: readonly Finding[]; isWhole: boolean }> => {
    try {
      return { findings: await rehearsal.run({ ...request, atEnd: close => void closes.push(close) }), isWhole: true };
    } catch (error) {
      return { findings: [finding('It comes to its end', String(error), false)], isWhole: false };
    }
  };
  const { findings, isWhole } = await run();
  const faults: string[] = [];
  for (const close of closes.reverse()) {
    try {
      await close();
    } catch (error) {
      faults.push(String(error));
    }
  }
  const left = [...faults, ...(await stillOpen())];
  const isTidy = left.length === 0;
  return { findings: [...findings, finding('Nothing that it has opened stays open', listed(left), isTidy)], isWhole, isTidy };
}

/**
 * Node.js resource types that keep a process running. The program itself opens none of them, so each one left is of a rehearsal.
 */
const KINDS = ['ProcessWrap', 'TCPServerWrap', 'Timeout', 'Immediate'];
const CLOSING_MS = 20_000;
const POLL_INTERVAL_MS = 200;

/**
 * Waits until all resources are closed, for at most `CLOSING_MS`.
 * @returns the types of the resources that are still open
 */
async function stillOpen(): Promise<readonly string[]> {
  const giveUpAt = performance.now() + CLOSING_MS;
  for (;;) {
    const open = process.getActiveResourcesInfo().filter(kind => KINDS.includes(kind));
    if (open.length === 0 || performance.now() > giveUpAt) return open;
    await pause(POLL_INTERVAL_MS);
  }
}
