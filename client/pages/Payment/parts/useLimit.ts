import { useEffect, useRef, useState } from 'react';
import type { Plug } from '../../../../shared/charging/charging.ts';
import { limitFor, USUAL_WH } from '../../../../shared/charging/startingLimit.ts';
import type { Cost } from './costs.ts';

export interface Limit {
  /** The chosen or preselected hold in minor units. Null: charging is free. */
  chosen: number | null;
  /** True while the driver has not chosen an amount, so that the amount follows the estimate. */
  isFollowing: boolean;
  choose(limitMinor: number): void;
}

/** Returns the chosen hold. Until the driver chooses one, the hold follows the shown estimate. */
export function useLimit({ plug, requested, cost }: { plug: Plug; requested: string | undefined; cost: Cost | null }): Limit {
  const [picked, setPicked] = useState(requested === undefined || requested === '' ? null : Number(requested));
  // After a price change, the chosen hold may no longer be offered.
  const isOffered = plug.limits.some(({ amountMinor }) => amountMinor === picked);
  const needed = limitOf(plug, cost);
  useCheckedRadio(isOffered ? null : needed, setPicked);
  return { chosen: isOffered ? picked : needed, isFollowing: !isOffered, choose: setPicked };
}

/** For a usual session the default of the server applies, which also considers the minimum hold of the station. */
function limitOf({ limits, defaultLimitMinor }: Plug, cost: Cost | null): number | null {
  if (!cost || (cost.requested.energyWh === USUAL_WH && cost.requested.minutes === undefined)) return defaultLimitMinor;
  return limitFor(limits, { estimateMinor: cost.estimate.bill.totalMinor });
}

/**
 * Checks the radio button of the needed amount. If another one was checked by the visitor before hydration, or by the browser on
 * restoring the form, that counts as the driver's choice.
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
