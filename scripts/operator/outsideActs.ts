import type { CommandOutput } from '../../server/staff/acts/act.ts';
import { act, COMMAND_ONLY } from '../../server/staff/acts/act.ts';
import { type CommandDependencies, runAct } from '../../server/staff/commands/commands.ts';
import type { AuditFacts } from '../../server/store/tables/otherTables.ts';
import type { AuditedAct } from '../../shared/console/audit.ts';

interface OutsideFields {
  /** Identity of the station or name of the OCPI connection that the staff action concerns. */
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
 * Records a staff action in the audit, then runs `work`, which calls a station or a CPO's platform. If `work` fails, the failure
 * is recorded too.
 * @throws the failure of `work`
 */
export const runOutside = (
  dependencies: CommandDependencies,
  who: string | undefined,
  does: AuditedAct,
  fields: OutsideFields,
): Promise<CommandOutput> => runAct(dependencies, who, { does, row: OUTSIDE, fields: { ...fields } });
