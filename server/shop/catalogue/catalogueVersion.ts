import type { Backend } from '../../core/ports/backend.ts';
import { CATALOGUE, type ChangeFeed, evseIdOfTopic, GAP } from '../../store/engine/changeFeed.ts';

/**
 * Creates the function `Backend.catalogueVersion`. The version consists of two counters: changes of the whole catalogue, and
 * changes of the connectors of one charging point. Null while the change feed polls, because changes then arrive late.
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
