import { execFile, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

interface Ended {
  code: number;
  lines: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Returns the Node.js arguments for a program with an uncaught error. If the error does not end the process, it exits with code
 * 33.
 */
const wordsFor = (fault: string): string[] => {
  const program = `
    import { createLog } from './server/http/request/log.ts';
    import { watchProcessErrors } from './server/platform/processErrors.ts';
    watchProcessErrors({ process, log: createLog({ level: 'info' }), end: () => process.exit(1) });
    setTimeout(() => process.exit(33), 300);
    setImmediate(() => { ${fault} });`;
  return ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program];
};

const processWith = (fault: string): Promise<Ended> =>
  new Promise(resolve => {
    execFile(process.execPath, wordsFor(fault), { env: { ...process.env, NODE_OPTIONS: '' } }, (error, stdout) => {
      const lines = stdout.split('\n').filter(Boolean);
      resolve({ code: Number(error?.code ?? 0), lines: lines.map(line => JSON.parse(line) as Ended['lines'][number]) });
    });
  });

const line = (uncaught: string) =>
  expect.objectContaining({ msg: 'bug', uncaught, id: expect.stringMatching(/^[0-9a-f]{12}$/), error: expect.any(Object) });

describe('What nobody has caught', () => {
  it('is one line in the log; a rejection ends nothing', async () => {
    const { code, lines } = await processWith("void Promise.reject(new Error('planted'))");
    expect([code, lines]).toEqual([33, [line('rejection')]]);
  });

  it('neither does the error of a connection that nobody listened to', async () => {
    const { code, lines } = await processWith(
      "process.emit('uncaughtException', Object.assign(new Error('gone'), { code: 'ECONNRESET' }))",
    );
    expect([code, lines]).toEqual([33, [line('exception')]]);
  });

  it('ends the process in an orderly way when something may be left half done', async () => {
    const { code, lines } = await processWith("throw new Error('planted')");
    expect([code, lines]).toEqual([1, [line('exception')]]);
  });

  it('ends nothing where the log itself cannot be written, because the disk is full', () => {
    const full = openSync('/dev/full', 'w');
    const { status } = spawnSync(process.execPath, wordsFor("void Promise.reject(new Error('planted'))"), {
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', full, 'inherit'],
    });
    closeSync(full);
    expect(status).toBe(33);
  });
});
