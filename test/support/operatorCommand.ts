import { execFile } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { BuiltApp } from './builtApp.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Runs `npm run operator -- …` with the settings of the running app.
 * @returns the output of the command
 */
export async function operatorCommand(
  { dataDir }: Pick<BuiltApp, 'dataDir'>,
  { env, words }: { env: Readonly<Record<string, string>>; words: readonly string[] },
): Promise<string> {
  const child = execFile(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/operator/operator.ts', ...words], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env, DATA_DIR: dataDir },
  });
  let collected = '';
  for (const output of [child.stdout, child.stderr]) output?.on('data', (text: string) => (collected += text));
  await once(child, 'close');
  return collected;
}
