import { parseArgs } from 'node:util';
import type { Fields } from '../../server/staff/acts/fields.ts';
import { reasonOf } from './database.ts';
import { OPERATOR_COMMANDS } from './localCommands.ts';

/** Thrown if the arguments are not valid for the command. */
export class BadlyTyped extends Error {}

/** Splits the command line into the name of the command, which may have two words ('station add'), and its arguments. */
export function splitName(words: readonly string[]): { name: string; args: readonly string[] } {
  const [first = '', second = ''] = words;
  const both = `${first} ${second}`;
  return Object.hasOwn(OPERATOR_COMMANDS, both) ? { name: both, args: words.slice(2) } : { name: first, args: words.slice(1) };
}

/**
 * Parses the arguments of a command. The last positional argument receives all remaining words.
 * @returns the values by field
 * @throws BadlyTyped
 */
export function readOptions(fields: Fields, args: readonly string[]): Record<string, string> {
  const operands = Object.keys(fields).filter(operand => fields[operand]?.option === null);
  const known = Object.values(fields).flatMap(({ option, isSwitch, isMultiple }) => {
    const type = isSwitch ? ('boolean' as const) : ('string' as const);
    return option === null ? [] : [[option, { type, multiple: isMultiple }] as const];
  });
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...Object.fromEntries(known), at: { type: 'string' }, json: { type: 'boolean' } },
      allowPositionals: operands.length > 0,
      allowNegative: Object.values(fields).some(({ typed }) => typed.includes('[no-]')),
    });
    const named = operands.flatMap((operand, index) => {
      const isLast = index === operands.length - 1;
      const words = positionals.slice(index, isLast ? undefined : index + 1);
      return words.length > 0 ? [[operand, words.join(' ')] as const] : [];
    });
    const typed = Object.entries(values).map(([option, value]) => [option, [value].flat().join(',')] as const);
    return Object.fromEntries([...typed, ...named]);
  } catch (error) {
    throw new BadlyTyped(reasonOf(error));
  }
}
