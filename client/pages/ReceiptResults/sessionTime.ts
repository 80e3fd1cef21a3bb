import type { FoundSession } from '../../../shared/charging/receipt.ts';
import type { useFormat } from '../../hooks/useFormat.ts';

type Format = ReturnType<typeof useFormat>;
type Found = Pick<FoundSession, 'startedAt' | 'endedAt'>;

const isInstant = (iso: string): boolean => iso.includes('T');

/** Start of a session: the instant, or only the day if the time is unknown. */
const beginning = ({ startedAt }: Found, format: Format): string =>
  isInstant(startedAt) ? format.dateTime(startedAt) : format.date(startedAt);

/** Period of a session, as far as known. */
export const sessionTime = (found: Found, format: Format): string =>
  found.endedAt !== null && isInstant(found.startedAt)
    ? format.dateTimes(found.startedAt, found.endedAt)
    : beginning(found, format);
