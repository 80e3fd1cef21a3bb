import { useEffect, useRef, useState } from 'react';
import type { Plug } from '../../../../shared/charging/charging.ts';
import { limitFor, USUAL_WH } from '../../../../shared/charging/startingLimit.ts';
import type { Cost } from './costs.ts';

export interface Limit {
  /** Minor units. */
  chosen: number | null;
  /** True while the amount follows the estimate because the driver has not chosen one. */
  isFollowing: boolean;
  choose(limitMinor: number): void;
}

/** The chosen hold. Until the driver chooses, the hold follows the shown estimate. */
export function useLimit({ plug, requested, cost }: { plug: Plug; requested: string | undefined; cost: Cost | null }): Limit {
  const [picked, setPicked] = useState(requested === undefined || requested === '' ? null : Number(requested));
  // After a price change some holds may be too small.
  const isOffered = plug.limits.some(({ amountMinor }) => amountMinor === picked);
  const needed = limitOf(plug, cost);
  useCheckedRadio(isOffered ? null : needed, setPicked);
  return { chosen: isOffered ? picked : needed, isFollowing: !isOffered, choose: setPicked };
}

/** The server's default already considers the usual energy and the hold that the station requires. */
function limitOf({ limits, defaultLimitMinor }: Plug, cost: Cost | null): number | null {
  if (!cost || (cost.requested.energyWh === USUAL_WH && cost.requested.minutes === undefined)) return defaultLimitMinor;
  return limitFor(limits, { estimateMinor: cost.estimate.bill.totalMinor });
}

/**
 * Checks the radio button of another amount. A radio button that was checked before hydration, or by the browser, counts as the
 * driver's choice.
 */
function useCheckedRadio(needed: number | null, onFound: (limitMinor: number) => void): void {
  const shown = useRef(needed);
  useEffect(() => {
    const radios = [...document.querySelectorAll<HTMLInputElement>('input[name="limit"]')];
    if (shown.current === needed) {
      const checked = radios.find(radio => radio.checked);
      if (needed !== null && checked && Number(checked.value) !== needed) onFound(Number(checked.value));
      return;
    }
    shown.current = needed;
    const radio = radios.find(({ value }) => Number(value) === needed);
    if (radio) radio.checked = true;
  }, [needed, onFound]);
}
