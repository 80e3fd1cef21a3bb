import type { FoundSession } from '../../../shared/charging/receipt.ts';
import type { useFormat } from '../../hooks/useFormat.ts';

type Format = ReturnType<typeof useFormat>;
type Found = Pick<FoundSession, 'startedAt' | 'endedAt'>;

const isInstant = (iso: string): boolean => iso.includes('T');

/** When a session began, as exactly as it is told: the moment, or only the day. */
const beginning = ({ startedAt }: Found, format: Format): string =>
  isInstant(startedAt) ? format.dateTime(startedAt) : format.date(startedAt);

/** From when to when, as far as it is told. */
export const sessionTime = (found: Found, format: Format): string =>
  found.endedAt !== null && isInstant(found.startedAt)
    ? format.dateTimes(found.startedAt, found.endedAt)
    : beginning(found, format);
