import type { FieldErrors } from '../model/problem.ts';
import { present } from './contact.ts';

/** The input of a cost estimate as the visitor typed it: energy, minutes of staying connected, or both. */
export interface EstimateForm {
  kwh: string;
  minutes: string;
}

export interface WhatIf {
  energyWh?: number;
  minutes?: number;
}

/** The ranges that the form accepts. */
const KWH = { min: 1, max: 500 } as const;
const MINUTES = { min: 1, max: 2880 } as const;

/**
 * Parses the form into a request or into errors. At least one of the two fields is required. The decimal separator is a point or
 * a comma.
 */
export function readEstimate(form: EstimateForm): { request: WhatIf } | { errors: FieldErrors } {
  const kwh = readNumber(form.kwh, /^\d{1,4}(?:[.,]\d{1,3})?$/, KWH);
  const minutes = readNumber(form.minutes, /^\d{1,5}$/, MINUTES);
  const isEmpty = kwh === null && minutes === null;
  const errors = present({
    kwh: isEmpty || kwh === 'wrong' ? { key: 'estimate.error.energy', values: KWH } : null,
    minutes: minutes === 'wrong' ? { key: 'estimate.error.minutes', values: MINUTES } : null,
  });
  if (Object.keys(errors).length > 0) return { errors };
  return {
    request: {
      ...(typeof kwh === 'number' ? { energyWh: Math.round(kwh * 1000) } : {}),
      ...(typeof minutes === 'number' ? { minutes } : {}),
    },
  };
}

/**
 * Parses a number with or without its unit.
 * @returns null if the field is empty
 */
export function readNumber(text: string, shape: RegExp, { min, max }: { min: number; max: number }): number | 'wrong' | null {
  const typed = text.trim().replace(/\s*(?:kwh|min\.?)$/i, '');
  if (typed === '') return null;
  const value = shape.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN;
  return value >= min && value <= max ? value : 'wrong';
}
