import type { Attention } from '../../../shared/console/operating.ts';
import { pricePath } from './pricePaths.ts';
import { connectionPath, pointPath, stationPath, webhookPath } from './stationStyles.ts';

/** Path of the page of the session, point, station, connection, tariff or webhook endpoint that an alert is about. */
export function attentionPath({ number, about }: Pick<Attention, 'number' | 'about'>): string | null {
  if (number !== null) return `/operator/sessions/${number}`;
  if (about === null) return null;
  const { kind, name } = about;
  return { point: pointPath, station: stationPath, connection: connectionPath, tariff: pricePath, webhook: webhookPath }[kind](
    name,
  );
}
