import type { FoundSession } from '../../../shared/charging/receipt.ts';
import type { useFormat } from '../../hooks/useFormat.ts';

type Format = ReturnType<typeof useFormat>;
type Found = Pick<FoundSession, 'startedAt' | 'endedAt'>;

const isInstant = (iso: string): boolean => iso.includes('T');

/** Start of a session: date and time, or only the date if the time is unknown. */
const beginning = ({ startedAt }: Found, format: Format): string =>
  isInstant(startedAt) ? format.dateTime(startedAt) : format.date(startedAt);

/** Start and end of a session; only the start if the end is unknown. */
export const sessionTime = (found: Found, format: Format): string =>
  found.endedAt !== null && isInstant(found.startedAt)
    ? format.dateTimes(found.startedAt, found.endedAt)
    : beginning(found, format);
