import { readOptions, splitName } from '../../scripts/operator/commandLine.ts';
import { OPERATOR_COMMANDS } from '../../scripts/operator/localCommands.ts';
import { ActRefused } from '../../server/staff/acts/act.ts';
import { runCommand } from '../../server/staff/commands/allCommands.ts';
import type { CommandDependencies, Commands } from '../../server/staff/commands/commands.ts';

/**
 * Runs an operator command as the running app does.
 * @returns the printed lines
 * @throws Error if the command does not exist, ActRefused if it refuses
 */
export async function linesOf(
  dependencies: CommandDependencies,
  name: string,
  options: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const output = await runCommand(dependencies, { name, options });
  if (!output) throw new Error(`There is no command ${name}`);
  return output.lines;
}

/**
 * Runs a command line on the database directly, beside the running app.
 * @returns the printed lines; `isWell` is false if the command reports a problem or refuses
 * @throws every error except `ActRefused`, whose message is returned as lines
 */
export async function runWords(dependencies: CommandDependencies, words: readonly string[]) {
  const { name, args } = splitName(words);
  const command = OPERATOR_COMMANDS[name];
  if (!command || 'runAlone' in command) throw new Error(`There is no command ${name} on a database`);
  const commands: Commands = { [name]: command };
  try {
    const output = await runCommand(dependencies, { name, options: readOptions(command.fields, args), commands });
    return { lines: output?.lines ?? [], isWell: output?.isWell !== false };
  } catch (error) {
    if (!(error instanceof ActRefused)) throw error;
    return { lines: error.message.split('\n'), isWell: false };
  }
}
