import type { Store } from '../store/store.ts';
import { printLink } from './signIns.ts';

interface CommandDependencies {
  store: Store;
  now: Date;
  /** Where the console is reached; null: nobody has said. */
  consoleOrigin?: string | null;
}

/** @throws RangeError for a name that says nothing, and for another role than the two */
export async function signIn(
  { store, now, consoleOrigin = null }: CommandDependencies,
  { name = '', may = 'read' }: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[]> {
  const who = name.trim();
  if (who.length < 2 || who.length > 80) throw new RangeError('Say who it is for: --name "First Last". It is kept in the audit.');
  if (may !== 'read' && may !== 'act') throw new RangeError('There are two roles: --may read, and --may act.');
  const token = await printLink({ store, now }, { name: who, may });
  return [`${consoleOrigin ?? ''}/operator/sign-in/${token}`, 'It opens once, within ten minutes, and signs in for 12 hours.'];
}
