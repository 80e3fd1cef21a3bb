import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { ChargingPoint, Plug } from '../../../../shared/charging/charging.ts';
import { useCharging } from '../../../core/pageData.tsx';
import { type Costs, FIRST_SHOWN, loadOwn, loadSuggestions } from '../parts/costs.ts';
import { readValues } from '../parts/orderForm.ts';

export interface Estimating {
  costs: Costs;
  isAsking: boolean;
  choose(place: number): void;
  handleSubmit(event: SyntheticEvent<HTMLFormElement>): void;
}

/** Loads estimates without reloading the page. When the price changes, the shown estimates are loaded again. */
export function useEstimates({ point, plug, first }: { point: ChargingPoint; plug: Plug; first: Costs | null }) {
  const charging = useCharging();
  const [costs, setCosts] = useState(first);
  const [isAsking, setIsAsking] = useState(false);
  const { clientId, evseId } = point;
  const where = { clientId, evseId, plug };

  usePriceChange(plug, async () => {
    const suggestions = await loadSuggestions(charging, where).catch(() => null);
    setCosts(known => known && (suggestions ? { suggestions, chosen: known.chosen ?? FIRST_SHOWN, own: null } : null));
  });

  async function calculate(form: HTMLFormElement) {
    const { kwh = '', minutes = '' } = readValues(form);
    setIsAsking(true);
    const own = await loadOwn(charging, where, { kwh, minutes });
    setIsAsking(false);
    if (own.cost) uncheck(form);
    setCosts(known => known && { ...known, own, chosen: own.cost ? null : (known.chosen ?? FIRST_SHOWN) });
    const [wrong] = Object.keys(own.errors);
    if (wrong) document.getElementById(wrong)?.focus();
  }

  return {
    costs,
    isAsking,
    choose(place: number) {
      setCosts(known => known && { ...known, chosen: place });
    },
    handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
      event.preventDefault();
      if (!isAsking) void calculate(event.currentTarget);
    },
  };
}

/** Unchecks the radio buttons of the suggested estimates, because another estimate is shown. */
function uncheck(form: HTMLFormElement): void {
  for (const field of form.elements) if (field instanceof HTMLInputElement && field.type === 'radio') field.checked = false;
}

/** Runs `work` when the tariff version or the current price period changes. */
function usePriceChange({ tariffVersion, prices }: Plug, work: () => Promise<void>): void {
  const key = JSON.stringify([tariffVersion, prices.now]);
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    void work();
  });
}
