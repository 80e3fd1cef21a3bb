import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { type RunningApp, startApp, until } from '../support/openApp.ts';

let folder: string;
let file: string;
let running: RunningApp;
const messages: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'audit-file-'));
  file = path.join(folder, 'audit.jsonl');
  const logTo = { write: (line: string) => void messages.push((JSON.parse(line) as { msg: string }).msg) };
  running = await startApp({ env: { AUDIT_FILE: file, LOG_LEVEL: 'info' }, logTo });
});
afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Line {
  id: number;
  who: string;
  does: string;
}
const read = async (name = file): Promise<Line[]> => {
  try {
    return readFileSync(name, 'utf8')
      .trim()
      .split('\n')
      .map(text => JSON.parse(text) as Line);
  } catch {
    return [];
  }
};
const signIn = () => new ConsoleVisitor(running.origin).send('/operator/sign-in', {}, '/operator/sign-in/demo');

describe('The audit in a file', () => {
  it('has a line of JSON for each act, and nobody else may read it', async () => {
    await signIn();
    await signIn();
    const lines = await until(
      () => read(),
      found => found.length === 2,
    );
    expect(lines).toMatchObject([
      { id: 1, who: 'Demo', does: 'sign-in', isDone: true, reason: 'demo', at: expect.stringMatching(/^\d{4}-.*Z$/) },
      { id: 2, who: 'Demo', does: 'sign-in' },
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('goes on in a new file when the old one was rotated away', async () => {
    renameSync(file, `${file}.1`);
    await signIn();
    const lines = await until(
      () => read(),
      found => found.length > 0,
    );
    expect(lines.map(({ id }) => id)).toEqual([3]);
    expect((await read(`${file}.1`)).map(({ id }) => id)).toEqual([1, 2]);
  });

  it('hurts no act when it cannot be written, says so once, and misses nothing', async () => {
    rmSync(file);
    mkdirSync(file);
    for (let n = 0; n < 3; n++) expect((await signIn()).status).toBe(303);
    const warned = () => messages.filter(msg => msg === 'audit file not writable').length;
    await until(
      async () => warned(),
      count => count > 0,
    );
    rmdirSync(file);
    const lines = await until(
      () => read(),
      found => found.length > 0,
    );
    expect(lines.map(({ id }) => id)).toEqual([4, 5, 6]);
    expect(warned()).toBe(1);
    await until(
      async () => messages,
      msgs => msgs.includes('audit file writable again'),
    );
  });
});
