import type { Text } from '../../../shared/console/operating.ts';

/** Returns the reason why an action of staff is not possible, as a text key of the console: `acts.no.…`. */
export const no = (key: string, values: NonNullable<Text['values']> = {}): Text => ({ key: `acts.no.${key}`, values });
