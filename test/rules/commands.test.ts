import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { OPERATOR_COMMANDS } from '../../scripts/operator/localCommands.ts';
import { ACTS } from '../../server/staff/acts/acts.ts';
import { usageOf } from '../../server/staff/commands/commands.ts';

const [, TABLE = ''] = readFileSync('docs/operators.md', 'utf8').split('<!-- commands -->');

describe("The table of commands in the operators' guide", () => {
  it('names every command of the operator, what is typed and what it does, and no other', () => {
    const rows = [...TABLE.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, usage = '', does = '']) => [
      usage.replaceAll('\\|', '|'),
      does,
    ]);
    const known = Object.entries(OPERATOR_COMMANDS).map(([name, command]) => [usageOf(name, command), command.does]);
    expect(rows).toEqual(known);
  });
});

describe('The command line', () => {
  it('has every act of the console; a station that was added gets its next password by the same command', () => {
    const without = Object.entries(ACTS).filter(([, { command }]) => command === null);
    expect(without.map(([does]) => does)).toEqual(['new-password']);
  });
});
