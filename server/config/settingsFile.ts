import { readFileSync } from 'node:fs';
import { ConfigRefused } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The lines that a shell (`. file`), systemd (`EnvironmentFile=`) and this reader read alike: nothing, a comment, or a name with a value
 * that is quoted with ' or needs no quotes. What a shell would expand or divide is no value without quotes.
 */
const LINE = /^(?:#.*|([A-Za-z_]\w*)=(?:'([^'\0\r]*)'|([\w@%+=:,./?*^-]*)))?[ \t]*$/;

/**
 * Reads a settings file: one NAME=value on each line.
 * @throws ConfigRefused naming each line that a shell or systemd would read in another way. Values are not repeated: some are secrets.
 */
export function readSettingsFile(file: string): Readonly<Record<string, string>> {
  const lines = readText(file).split('\n');
  const faults = lines.flatMap((line, index) => (LINE.test(line) ? [] : [index + 1]));
  if (faults.length > 0) throw new ConfigRefused(refusalOf(file, faults));
  const pairs = lines.map(line => LINE.exec(line) ?? []).map(([, name, quoted, bare]) => [name, quoted ?? bare ?? ''] as const);
  return Object.fromEntries(pairs.filter(([name]) => name !== undefined));
}

/** The environment with the settings of the file that SETTINGS_FILE names. What the environment itself has counts. */
export function withSettingsFile(env: Environment): Environment {
  return env.SETTINGS_FILE ? { ...readSettingsFile(env.SETTINGS_FILE), ...env } : env;
}

const refusalOf = (file: string, lines: readonly number[]): string =>
  [
    `Settings file ${file}:`,
    ...lines.map(number => `- line ${number} is not read alike by a shell and systemd`),
    "Write NAME='value', without a ' in the value, or # before a comment.",
  ].join('\n');

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigRefused(`"SETTINGS_FILE" cannot be read: ${(error as Error).message}`);
  }
}
