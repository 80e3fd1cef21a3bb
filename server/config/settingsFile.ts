import { readFileSync } from 'node:fs';
import { ConfigRefused } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Matches the lines that a shell (`. file`), systemd (`EnvironmentFile=`) and this module interpret in the same way: an empty
 * line, a comment, or a name with a value. The value is in single quotes, or contains only characters that a shell leaves
 * unchanged.
 */
const LINE = /^(?:#.*|([A-Za-z_]\w*)=(?:'([^'\0\r]*)'|([\w@%+=:,./?*^-]*)))?[ \t]*$/;

/**
 * Reads a settings file with one NAME=value per line.
 * @throws ConfigRefused with the numbers of the lines that a shell and systemd would read differently; the message contains no
 * values, because some are secrets
 */
export function readSettingsFile(file: string): Readonly<Record<string, string>> {
  const lines = readText(file).split('\n');
  const faults = lines.flatMap((line, index) => (LINE.test(line) ? [] : [index + 1]));
  if (faults.length > 0) throw new ConfigRefused(refusalOf(file, faults));
  const pairs = lines.map(line => LINE.exec(line) ?? []).map(([, name, quoted, bare]) => [name, quoted ?? bare ?? ''] as const);
  return Object.fromEntries(pairs.filter(([name]) => name !== undefined));
}

/** Adds the settings of the file that SETTINGS_FILE names. Variables of the environment take precedence. */
export function withSettingsFile(env: Environment): Environment {
  return env.SETTINGS_FILE ? { ...readSettingsFile(env.SETTINGS_FILE), ...env } : env;
}

const refusalOf = (file: string, lines: readonly number[]): string =>
  [
    `Settings file ${file}:`,
    ...lines.map(number => `- line ${number} has a value that a shell and systemd read differently`),
    "Write NAME='value', without a ' in the value, or # before a comment.",
  ].join('\n');

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigRefused(`"SETTINGS_FILE" cannot be read: ${(error as Error).message}`);
  }
}
