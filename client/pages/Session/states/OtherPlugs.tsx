import { FreePlugs } from '../../Payment/plug/FreePlugs.tsx';
import { useAlternatives } from '../../Payment/plug/useAlternatives.ts';
import type { ViewProps } from '../live/viewProps.ts';

/** Where the driver of a session that did not start can charge instead. */
export function OtherPlugs({ session, live }: Pick<ViewProps<'cancelled'>, 'session' | 'live'>) {
  const { clientId, evseId, plug, country, timeZone } = session.place;
  const { alternatives } = useAlternatives({ clientId, evseId, connector: plug.id }, live.alternatives, 'cancelled');
  return alternatives && <FreePlugs place={{ clientId, country, timeZone }} alternatives={alternatives} hasTried />;
}
