import { ACT_COMMANDS } from './actCommands.ts';
import { AUDIT_COMMANDS } from './auditCommands.ts';
import { COMMANDS, type Command, type CommandDependencies, WaitsForAnother } from './commands.ts';
import { BOOK_COMMANDS } from './ledgerCommands.ts';
import { PRICE_COMMANDS } from './priceCommands.ts';
import { REFUND_COMMANDS } from './refundCommands.ts';
import { REMOTE_COMMANDS } from './remoteCommands.ts';
import { MANUAL_COMMANDS } from './settlementCommands.ts';
import { SIGN_IN_COMMANDS } from './signInCommands.ts';
import { STATION_COMMANDS } from './stationCommands.ts';

/** Every command that works on the database alone: beside the running app, or inside it when it is asked from afar. */
export const ALL_COMMANDS: Readonly<Record<string, Command>> = {
  ...COMMANDS,
  ...SIGN_IN_COMMANDS,
  ...REFUND_COMMANDS,
  ...MANUAL_COMMANDS,
  ...ACT_COMMANDS,
  ...STATION_COMMANDS,
  ...BOOK_COMMANDS,
  ...PRICE_COMMANDS,
  ...AUDIT_COMMANDS,
};

/** What a command has said: lines for a person, and for programs what they were made of. */
export interface CommandOutput {
  lines: readonly string[];
  data: unknown;
  /** Nothing is done until another person has confirmed it. */
  waits?: true;
}

/** Null: there is no such command. @throws whatever the command refuses with */
export async function runCommand(
  dependencies: CommandDependencies,
  { name, options, isJson = false }: { name: string; options: Readonly<Record<string, string>>; isJson?: boolean },
): Promise<CommandOutput | null> {
  const all = { ...ALL_COMMANDS, ...REMOTE_COMMANDS };
  const command = Object.hasOwn(all, name) ? all[name] : undefined;
  if (!command) return null;
  try {
    if (isJson && command.data) return { lines: [], data: await command.data(dependencies, options) };
    const lines = await command.run(dependencies, options);
    return { lines, data: { lines } };
  } catch (error) {
    if (!(error instanceof WaitsForAnother)) throw error;
    const lines = error.message.split('\n');
    return { lines, data: { lines, waits: true }, waits: true };
  }
}
