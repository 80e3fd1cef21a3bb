import { readOptions, splitName } from '../../scripts/operator/commandLine.ts';
import { OPERATOR_COMMANDS } from '../../scripts/operator/localCommands.ts';
import { readFields } from '../../server/staff/acts/fields.ts';
import { runCommand } from '../../server/staff/commands/allCommands.ts';
import type { CommandDependencies, Commands } from '../../server/staff/commands/commands.ts';

/** What a command of a running app prints. @throws refusals of the command */
export async function linesOf(
  dependencies: CommandDependencies,
  name: string,
  options: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const output = await runCommand(dependencies, { name, options });
  if (!output) throw new Error(`There is no command ${name}`);
  return output.lines;
}

/** What a command answers that is typed word by word beside the app. @throws refusals of the command */
export async function runWords(dependencies: CommandDependencies, words: readonly string[]) {
  const { name, args } = splitName(words);
  const command = OPERATOR_COMMANDS[name];
  if (!command) throw new Error(`There is no command ${name}`);
  const options = readOptions(command.fields, args);
  if ('runAlone' in command) return command.runAlone(readFields(command.fields, options));
  const commands: Commands = { [name]: command };
  return (await runCommand(dependencies, { name, options, commands })) ?? { lines: [] };
}
