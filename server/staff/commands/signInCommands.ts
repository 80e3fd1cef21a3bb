import { printLink } from '../console/signIns.ts';
import { act } from './actCommands.ts';
import type { Command, CommandDependencies } from './commands.ts';
import { askerOf } from './manualCommand.ts';

type Options = Readonly<Record<string, string | undefined>>;

/** Who may come in at the console, and who no longer. */
export const SIGN_IN_COMMANDS: Readonly<Record<string, Command>> = {
  'sign-in': {
    usage: 'sign-in --name "…" [--may act] --who "…"',
    does: 'Print a one-time link that signs a person in to the console, with view-only or full access',
    options: ['name', 'may', 'who'],
    run: signIn,
  },
  'sign-out': {
    usage: 'sign-out --name "…" | --all [--reason "…"] --who "…"',
    does: 'Sign a person, or all users, out of the console on every device and revoke unused sign-in links',
    options: ['name', 'reason', 'who'],
    switches: ['all'],
    run: signOut,
  },
};

/** @throws RangeError for a name that says nothing, for another role than the two, and where nobody says who */
async function signIn(
  { store, now, consoleOrigin = null }: CommandDependencies,
  { name = '', may = 'read', who }: Options,
): Promise<readonly string[]> {
  const whose = name.trim();
  if (whose.length < 2 || whose.length > 80)
    throw new RangeError('Missing or invalid name. Use --name "First Last", 2 to 80 characters.');
  if (may !== 'read' && may !== 'act') throw new RangeError('Unknown role. Use --may read or --may act.');
  const token = await printLink({ store, now }, { name: whose, may, asker: askerOf(who) });
  return [
    `${consoleOrigin ?? ''}/operator/sign-in/${token}`,
    'The link works once, within ten minutes. The sign-in lasts 12 hours.',
  ];
}

async function signOut(
  dependencies: CommandDependencies,
  { name = '', all, reason = '', who }: Options,
): Promise<readonly string[]> {
  const [whose, isAll] = [name.trim(), all === 'true'];
  if ((whose === '') !== isAll) throw new RangeError('Missing name. Use --name "First Last" or --all.');
  await act(dependencies, who, { does: 'end-sign-ins', person: isAll ? null : whose, reason });
  return [isAll ? 'All users are signed out.' : `${whose} is signed out on every device.`];
}
