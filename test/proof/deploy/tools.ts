import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin'];

function isInstalled(tool: string): boolean {
  return FOLDERS.some(folder => {
    try {
      accessSync(path.join(folder, tool), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** @throws Error if a tool is missing; a rehearsal that was not tried has failed */
export function requireTools(...tools: readonly string[]): void {
  const missing = tools.filter(tool => !isInstalled(tool));
  if (missing.length > 0) throw new Error(`not tried: ${missing.join(', ')} is not installed`);
}

export const TOOLS_ENV = { ...process.env, PATH: FOLDERS.join(':') };

/**
 * Runs a tool to its end.
 * @returns what the tool has printed
 * @throws Error with the end of the output if the tool fails
 */
export function runTool(words: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const [command = '', ...rest] = words;
  const { status, stdout, stderr, error } = spawnSync(command, rest, {
    env: { ...TOOLS_ENV, ...env },
    encoding: 'utf8',
    maxBuffer: 256 * 2 ** 20,
  });
  if (error) throw error;
  const output = `${stdout}${stderr}`.trim();
  if (status !== 0) throw new Error(`${words.slice(0, 3).join(' ')} ended with ${status}: ${output.slice(-600)}`);
  return output;
}
