import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { finishedAt, POINTS } from '../support/orders.ts';

const TOKEN = 'a token of more than thirty-two characters';

describe('A refund above what one person may give back, by shell', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp({ speed: 600, env: { OPERATOR_MAX_REFUND: 'EUR=0.05', OPERATOR_API_TOKEN: TOKEN } });
    await finishedAt(running, POINTS.plugsIn);
  }, 120_000);
  afterAll(() => running.close());

  /** Runs a command whose environment contains no refund limit. It must use the limit that the app has stored. */
  const command = async (...args: readonly string[]) => {
    const env = { PATH: process.env.PATH, DATA_DIR: running.config.dataDir, OPERATOR_API_TOKEN: TOKEN };
    const words = ['--disable-warning=ExperimentalWarning', 'scripts/operator/operator.ts', ...args];
    return promisify(execFile)(process.execPath, words, { env }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      ({ code, stdout, stderr }) => ({ code: code as number, output: `${stdout}${stderr}` }),
    );
  };

  it('ends with a code of its own, beside the app and from afar, and another person confirms it', async () => {
    const [, transaction = ''] = /^(\d{9}) /m.exec((await command('list')).output) ?? [];
    const typed = ['--transaction', transaction, '--amount', '0.10', '--reason', 'Stopped twice'];
    const remote = ['--at', running.origin];
    const requested = await command('refund', ...typed, '--who', 'Petra Lindqvist');
    expect(requested).toEqual({ code: 4, output: expect.stringContaining('A second person must approve the refund:') });
    expect(await command('refund', ...typed, '--who', 'Jonas Weber', ...remote)).toEqual({
      code: 1,
      output: expect.stringContaining('awaits approval'),
    });
    expect((await command('attention')).output).toContain('Petra Lindqvist requested 0.10 EUR: Stopped twice');
    expect(
      (await command('decline-refund', ...typed.slice(0, 2), '--reason', 'Too early', '--who', 'Petra Lindqvist')).code,
    ).toBe(0);

    const remoteResult = await command('refund', ...typed, '--who', 'Petra Lindqvist', '--json', ...remote);
    expect(remoteResult.code).toBe(4);
    expect(JSON.parse(remoteResult.output)).toMatchObject({ waits: true });
    expect(await command('confirm-refund', ...typed, '--who', 'petra lindqvist', ...remote)).toEqual({
      code: 1,
      output: expect.stringContaining('Another person must approve it'),
    });
    expect(await command('confirm-refund', ...typed, '--who', 'Jonas Weber', ...remote)).toEqual({
      code: 0,
      output: expect.stringContaining('0.10 EUR of transaction'),
    });
    expect((await command('attention')).output).toBe('No open alerts.\n');
  }, 120_000);
});
