import type { CommandOutput } from '../../server/staff/acts/act.ts';
import { act, COMMAND_ONLY } from '../../server/staff/acts/act.ts';
import { type CommandDependencies, runAct } from '../../server/staff/commands/commands.ts';
import type { AuditFacts } from '../../server/store/tables/otherTables.ts';
import type { AuditedAct } from '../../shared/console/audit.ts';

interface OutsideFields {
  /** The station or connection that the act concerns. */
  about: string;
  reason: string;
  facts?: AuditFacts;
  work(): Promise<CommandOutput>;
}

const OUTSIDE = act<OutsideFields>({
  subject: 'station',
  fields: {},
  command: null,
  about: ({ about }) => about,
  run: async (_, { facts = {}, work }) => ({ ...COMMAND_ONLY, lines: [], facts, afterwards: work }),
});

/**
 * Records an act in the audit and then runs `work` at a station or another platform. A failure is recorded as well.
 * @throws the failure
 */
export const runOutside = (
  dependencies: CommandDependencies,
  who: string | undefined,
  does: AuditedAct,
  fields: OutsideFields,
): Promise<CommandOutput> => runAct(dependencies, who, { does, row: OUTSIDE, fields: { ...fields } });
