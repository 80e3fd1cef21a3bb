import Joi from 'joi';
import { findClient } from '../../store/shop/catalogue.ts';
import type { CommandOutput } from '../acts/act.ts';
import { ACTS } from '../acts/acts.ts';
import { field, readFields, textField } from '../acts/fields.ts';
import { printLink } from '../console/signIns.ts';
import { ALERT_QUERIES } from './alertQueries.ts';
import { AUDIT_QUERIES } from './auditQuery.ts';
import { actorOf, type CommandDependencies, type Commands, command, commandsOf, WHO } from './commands.ts';
import { FAULT_QUERIES } from './faultQuery.ts';
import { FEED_QUERIES } from './feedQuery.ts';
import { LEDGER_QUERIES } from './ledgerQueries.ts';
import { PRICE_QUERIES } from './priceQuery.ts';
import { SESSION_QUERIES } from './sessionQueries.ts';
import { STATION_QUERIES } from './stationQueries.ts';
import { TOKEN_QUERIES } from './tokenQuery.ts';
import { WEBHOOK_QUERIES } from './webhookQueries.ts';

/** All commands that only read data. */
const QUERIES: Commands = {
  ...SESSION_QUERIES,
  ...ALERT_QUERIES,
  ...STATION_QUERIES,
  ...FAULT_QUERIES,
  ...LEDGER_QUERIES,
  ...PRICE_QUERIES,
  ...FEED_QUERIES,
  ...WEBHOOK_QUERIES,
  ...AUDIT_QUERIES,
  ...TOKEN_QUERIES,
};

/** Prints a sign-in link for the console. The audit log records who printed it for whom. */
const SIGN_IN = command<{ name: string; may: 'read' | 'act'; brand?: string; who?: string }>({
  does: 'Print a one-time link that signs a person in to the console, with view-only or full access, to all brands or to one',
  fields: {
    name: textField('--name "…"'),
    may: field('[--may act]', Joi.valid('read', 'act').default('read'), 'Unknown role. Use --may read or --may act.'),
    brand: field('[--brand <id>]', Joi.string().trim()),
    who: WHO,
  },
  async run({ store, now, consoleOrigin = null }, { name, may, brand, who }) {
    if (name.length < 2 || name.length > 80)
      throw new RangeError('Missing or invalid name. Use --name "First Last", 2 to 80 characters.');
    if (brand !== undefined && !(await findClient(store.db, brand))) throw new RangeError(`No brand has the id ${brand}.`);
    const rights = { may, ...(brand === undefined ? {} : { brand }) };
    const token = await printLink({ store, now }, { name, ...rights, asker: actorOf(who) });
    const address = `${consoleOrigin ?? ''}/operator/sign-in/${token}`;
    return { lines: [address, 'The link works once, within ten minutes. The sign-in lasts 12 hours.'] };
  },
});

/** All commands that need only the database. They run in a process of their own, or with --at inside the running app. */
export const ALL_COMMANDS: Commands = { ...QUERIES, 'sign-in': SIGN_IN, ...commandsOf(ACTS) };

/**
 * Runs a command by name.
 * @returns null if no command has this name
 * @throws refusals of the command
 */
export async function runCommand(
  dependencies: CommandDependencies,
  {
    name,
    options,
    commands = ALL_COMMANDS,
  }: { name: string; options: Readonly<Record<string, string | undefined>>; commands?: Commands },
): Promise<CommandOutput | null> {
  const found = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!found) return null;
  const { lines, data, ...more } = await found.run(dependencies, readFields(found.fields, options));
  const { waits } = more;
  return { lines, data: data ?? { lines, ...(waits ? { waits } : {}) }, ...more };
}
