import { printLink } from '../console/signIns.ts';
import { act } from './actCommands.ts';
import type { Command, CommandDependencies } from './commands.ts';
import { askerOf } from './manualCommand.ts';

type Options = Readonly<Record<string, string | undefined>>;

/** Who may come in at the console, and who no longer. */
export const SIGN_IN_COMMANDS: Readonly<Record<string, Command>> = {
  'sign-in': {
    usage: 'sign-in --name "…" [--may act] --who "…"',
    does: 'prints a link that opens the console once, for somebody who may read, or act',
    options: ['name', 'may', 'who'],
    run: signIn,
  },
  'sign-out': {
    usage: 'sign-out --name "…" | --all [--reason "…"] --who "…"',
    does: 'signs somebody out of the console on every device, or everybody; links to sign in that nobody has opened are void',
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
  if (whose.length < 2 || whose.length > 80) throw new RangeError('Say who it is for: --name "First Last".');
  if (may !== 'read' && may !== 'act') throw new RangeError('There are two roles: --may read, and --may act.');
  const token = await printLink({ store, now }, { name: whose, may, asker: askerOf(who) });
  return [`${consoleOrigin ?? ''}/operator/sign-in/${token}`, 'It opens once, within ten minutes, and signs in for 12 hours.'];
}

async function signOut(
  dependencies: CommandDependencies,
  { name = '', all, reason = '', who }: Options,
): Promise<readonly string[]> {
  const [whose, isAll] = [name.trim(), all === 'true'];
  if ((whose === '') !== isAll) throw new RangeError('Say whom: --name "First Last", or --all.');
  await act(dependencies, who, { does: 'end-sign-ins', person: isAll ? null : whose, reason });
  return [isAll ? 'Nobody is signed in any more.' : `${whose} is signed out everywhere.`];
}
