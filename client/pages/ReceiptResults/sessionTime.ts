import type { FoundSession } from '../../../shared/charging/receipt.ts';
import type { useFormat } from '../../hooks/useFormat.ts';

type Format = ReturnType<typeof useFormat>;
type Found = Pick<FoundSession, 'startedAt' | 'endedAt'>;

const isInstant = (iso: string): boolean => iso.includes('T');

/** Returns the start of a session with date and time. If the time is unknown, returns only the date. */
const beginning = ({ startedAt }: Found, format: Format): string =>
  isInstant(startedAt) ? format.dateTime(startedAt) : format.date(startedAt);

/** Returns start and end of a session. If the end is unknown, returns only the start. */
export const sessionTime = (found: Found, format: Format): string =>
  found.endedAt !== null && isInstant(found.startedAt)
    ? format.dateTimes(found.startedAt, found.endedAt)
    : beginning(found, format);
