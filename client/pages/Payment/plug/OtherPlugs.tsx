import type { Alternatives } from '../../../../shared/charging/alternatives.ts';
import type { SessionLocation } from '../../../../shared/charging/session.ts';
import { FreePlugs } from './FreePlugs.tsx';
import { useAlternatives } from './useAlternatives.ts';

interface OtherPlugsProps {
  /** The plug at which a session did not start. */
  tried: SessionLocation;
  /** The list with which the page was rendered. Null: the page loads the list. */
  first: Alternatives | null;
}

/** Where a driver can charge whose session did not start. */
export function OtherPlugs({ tried, first }: OtherPlugsProps) {
  const { clientId, evseId, plug } = tried;
  const { alternatives } = useAlternatives({ clientId, evseId, connector: plug.id }, first, '');
  return alternatives && <FreePlugs place={tried} alternatives={alternatives} hasTried />;
}
