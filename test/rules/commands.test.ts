import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DATA_COMMANDS } from '../../scripts/operator/dataCommands.ts';
import { ALL_COMMANDS } from '../../server/staff/commands/allCommands.ts';
import { REMOTE_COMMANDS } from '../../server/staff/commands/remoteCommands.ts';
import type { ActName } from '../../shared/console/acts.ts';

const [, TABLE = ''] = readFileSync('docs/operators.md', 'utf8').split('<!-- commands -->');

describe("The table of commands in the operators' guide", () => {
  it('names every command of the operator, what is typed and what it does, and no other', () => {
    const rows = [...TABLE.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, usage = '', does = '']) => [
      usage.replaceAll('\\|', '|'),
      does,
    ]);
    expect(rows).toEqual(
      [...Object.values(ALL_COMMANDS), ...Object.values(DATA_COMMANDS)].map(({ usage, does }) => [usage, does]),
    );
  });
});

/** The compiler knows every act; a new one needs its command. */
const COMMAND_OF: Readonly<Record<ActName, string>> = {
  ...{ stop: 'stop', waive: 'waive', bill: 'bill', refund: 'refund', 'drop-refund': 'drop-refund' },
  ...{ 'confirm-refund': 'confirm-refund', 'decline-refund': 'decline-refund' },
  ...{ 'send-receipt': 'send-receipt', forget: 'forget', 'see-contact': 'see-contact', note: 'note' },
  ...{ 'take-on': 'take-on', finish: 'done', switch: 'switch' },
  'end-sign-ins': 'sign-out',
  ...{ 'add-station': 'station add', 'new-password': 'station add', 'add-connection': 'ocpi connect' },
  ...{ 'confirm-parties': 'ocpi confirm', 'withdraw-parties': 'ocpi withdraw' },
};

describe('The command line', () => {
  it('can do whatever the console can', () => {
    const typed = [...Object.values(ALL_COMMANDS), ...Object.values(DATA_COMMANDS)].flatMap(({ usage }) => usage.split(' | '));
    const isTyped = (name: string): boolean => typed.some(usage => usage.startsWith(`${name} `));
    expect(Object.values(COMMAND_OF).filter(name => !isTyped(name))).toEqual([]);
  });

  it('has no second name for an act that another command does', () => {
    const names = Object.keys({ ...ALL_COMMANDS, ...DATA_COMMANDS });
    const acts = Object.entries(COMMAND_OF).filter(([does, name]) => does !== name && names.includes(does));
    expect([...acts, ...Object.keys(REMOTE_COMMANDS).filter(name => names.includes(name))]).toEqual([]);
  });
});
