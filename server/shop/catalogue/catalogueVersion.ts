import type { Backend } from '../../core/ports/backend.ts';
import { CATALOGUE, type ChangeFeed, evseIdOfTopic, GAP } from '../../store/engine/changeFeed.ts';

/**
 * Counts the changes that the change feed announces: of the whole catalogue, and of the connectors of each point. The version is
 * null while changes are polled. See `Backend`.
 */
export function createCatalogueVersion(changeFeed: ChangeFeed): NonNullable<Backend['catalogueVersion']> {
  let catalogue = 0;
  const plugs = new Map<string, number>();
  changeFeed.subscribe(topic => {
    const evseId = evseIdOfTopic(topic);
    if (evseId !== null) plugs.set(evseId, (plugs.get(evseId) ?? 0) + 1);
    else if (topic === CATALOGUE || topic === GAP) {
      catalogue++;
      plugs.clear();
    }
  });
  return evseId => (changeFeed.arrival() === 'polled' ? null : `${catalogue} ${plugs.get(evseId ?? '') ?? 0}`);
}
