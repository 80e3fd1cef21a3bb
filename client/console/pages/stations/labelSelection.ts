import type { LabelSelection } from '../../../../shared/console/labels.ts';

/** What the address of a list of labels contains besides its path. */
export interface LabelsAddress {
  at?: string | undefined;
  find?: string | undefined;
  after?: string | undefined;
  all?: string | undefined;
}

// Each tick has a name of its own, because the console reads one value per name.
export const locationField = (index: number): string => `at${index}`;
export const plugField = (index: number): string => `plug${index}`;

/** Reads which labels are ticked. `at` without a number is a location, too, so that a link can name one. */
export function selectionIn(query: Readonly<Record<string, string>>): LabelSelection {
  const valuesOf = (name: RegExp) => Object.entries(query).flatMap(([key, value]) => (name.test(key) ? [value] : []));
  const plugs = valuesOf(/^plug\d+$/).map(value => {
    const at = value.lastIndexOf(' ');
    return { evseId: value.slice(0, Math.max(at, 0)), connector: value.slice(at + 1) };
  });
  return { locations: valuesOf(/^at\d*$/), plugs };
}
