import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DATA_COMMANDS } from '../../scripts/dataCommands.ts';
import { ALL_COMMANDS } from '../../server/operator/backoffice/allCommands.ts';

describe('docs/commands.md', () => {
  it('names every command of the operator, what is typed and what it does, and no other', () => {
    const rows = [...readFileSync('docs/commands.md', 'utf8').matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(
      ([, usage = '', does = '']) => [usage.replaceAll('\\|', '|'), does],
    );
    const known = [...Object.values(ALL_COMMANDS), ...Object.values(DATA_COMMANDS)].map(({ usage, does }) => [usage, does]);
    const written = rows.filter(([usage = '']) => !usage.startsWith('npm '));
    expect(written).toEqual(known);
  });
});
