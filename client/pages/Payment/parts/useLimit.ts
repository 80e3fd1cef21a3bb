import { useEffect, useRef, useState } from 'react';
import type { Plug } from '../../../../shared/charging/charging.ts';
import { limitFor, USUAL_WH } from '../../../../shared/charging/startingLimit.ts';
import type { Cost } from './costs.ts';

export interface Limit {
  /** In minor units. */
  chosen: number | null;
  /** It goes with the estimate: the driver has not chosen one. */
  isFollowing: boolean;
  choose(limitMinor: number): void;
}

/** The chosen hold. Until the driver chooses, it is what the shown estimate needs. */
export function useLimit({ plug, asked, cost }: { plug: Plug; asked: string | undefined; cost: Cost | null }): Limit {
  const [picked, setPicked] = useState(asked === undefined || asked === '' ? null : Number(asked));
  // With another price some holds may be too small.
  const isOffered = plug.limits.some(({ amountMinor }) => amountMinor === picked);
  const needed = limitOf(plug, cost);
  useCheckedRadio(isOffered ? null : needed, setPicked);
  return { chosen: isOffered ? picked : needed, isFollowing: !isOffered, choose: setPicked };
}

/** The server has thought of the usual amount already, and of what the station wants to be held. */
function limitOf({ limits, defaultLimitMinor }: Plug, cost: Cost | null): number | null {
  if (!cost || (cost.asked.energyWh === USUAL_WH && cost.asked.minutes === undefined)) return defaultLimitMinor;
  return limitFor(limits, { estimateMinor: cost.estimate.bill.totalMinor });
}

/** Moves the choice to another amount. What was checked before the page came to life, or by the browser, was chosen. */
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
