import type { Text } from '../../../shared/console/operating.ts';

/** Why something is not done now, as the console says it in its languages: `acts.no.…` of its texts. */
export const no = (key: string, values: NonNullable<Text['values']> = {}): Text => ({ key: `acts.no.${key}`, values });
