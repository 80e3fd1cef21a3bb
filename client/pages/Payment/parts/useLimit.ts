import { useEffect, useRef, useState } from 'react';
import type { Plug } from '../../../../shared/charging/charging.ts';
import { limitFor, USUAL_WH } from '../../../../shared/charging/startingLimit.ts';
import type { Cost } from './costs.ts';

export interface Limit {
  /** The chosen or preselected hold in minor units. Null: charging is free. */
  chosen: number | null;
  choose(limitMinor: number): void;
}

/** Returns the hold that the driver has chosen. Before a choice, returns the hold that fits the shown estimate. */
export function useLimit({ plug, requested, cost }: { plug: Plug; requested: string | undefined; cost: Cost | null }): Limit {
  const [picked, setPicked] = useState(requested === undefined || requested === '' ? null : Number(requested));
  // The chosen hold may no longer be offered if the price has changed.
  const isOffered = plug.limits.some(({ amountMinor }) => amountMinor === picked);
  const needed = limitOf(plug, cost);
  useCheckedRadio(isOffered ? null : needed, setPicked);
  return { chosen: isOffered ? picked : needed, choose: setPicked };
}

/** For an average session, returns the server's default, which also considers the station's minimum hold. */
function limitOf({ limits, defaultLimitMinor }: Plug, cost: Cost | null): number | null {
  if (!cost || (cost.requested.energyWh === USUAL_WH && cost.requested.minutes === undefined)) return defaultLimitMinor;
  return limitFor(limits, { estimateMinor: cost.estimate.bill.totalMinor });
}

/**
 * Checks the radio button of the needed amount. If another one is already checked, it counts as the driver's choice: the visitor
 * checked it before hydration, or the browser has restored the form.
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
