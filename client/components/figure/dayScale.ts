import type { PricePeriod } from '../../../shared/model/tariff.ts';

/** A part of a day with one price. The minutes count from midnight, in local time of the location. */
export interface DayStep {
  fromMinute: number;
  toMinute: number;
  /** Price in millionths of the currency unit. */
  micro: number;
}

/** Position and size of a step in per cent of the picture. */
interface StepBox {
  x: number;
  width: number;
  y: number;
  height: number;
}

const DAY_MINUTES = 24 * 60;

/** Returns the minutes of a time of day since midnight: '06:30' → 390, '24:00' → 1440. */
export function minuteOf(hhmm: string): number {
  const [hours = 0, minutes = 0] = hhmm.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Returns the time of day of a minute since midnight: 390 → '06:30', 1440 → '24:00'. */
export const timeOfMinute = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/**
 * Returns the steps of a day, from midnight to midnight. Neighbouring periods with the same price form one step. A period that
 * ends on the next day ('22:00' to '06:00') becomes two.
 */
export function daySteps(
  periods: readonly PricePeriod[],
  microOf: (period: PricePeriod) => number = ({ energyMicro }) => energyMicro,
): readonly DayStep[] {
  const steps: DayStep[] = [];
  for (const step of periods.flatMap(period => stepsOf(period, microOf(period))).sort((a, b) => a.fromMinute - b.fromMinute)) {
    const last = steps.at(-1);
    if (last?.micro === step.micro) last.toMinute = step.toMinute;
    else steps.push(step);
  }
  return steps;
}

function stepsOf({ from, to }: PricePeriod, micro: number): DayStep[] {
  const [fromMinute, toMinute] = [minuteOf(from), minuteOf(to)];
  const parts =
    toMinute > fromMinute
      ? [{ fromMinute, toMinute, micro }]
      : [
          { fromMinute: 0, toMinute, micro },
          { fromMinute, toMinute: DAY_MINUTES, micro },
        ];
  return parts.filter(part => part.toMinute > part.fromMinute);
}

/** Returns the place of a minute of the day on the time axis, in per cent. */
export const percentOfDay = (minute: number): number => rounded((minute / DAY_MINUTES) * 100);

/** The smallest height of a step as a share of the highest step, so that its price can be read inside the step. */
const MIN_SHARE = 0.4;

/** Top of the highest step and bottom of all steps, in per cent of the height of the picture. */
export interface StepArea {
  top: number;
  base: number;
}

/**
 * Returns the place of a step. The height is proportional to the price. Steps of less than two fifths of the highest price are
 * drawn with two fifths.
 * @param options.highestMicro price of the highest step of all pictures with the same scale
 */
export function stepBox(
  { fromMinute, toMinute, micro }: DayStep,
  { highestMicro, top, base }: StepArea & { highestMicro: number },
): StepBox {
  const share = highestMicro > 0 ? Math.max(micro / highestMicro, MIN_SHARE) : MIN_SHARE;
  const height = rounded((base - top) * share);
  const x = percentOfDay(fromMinute);
  return { x, width: rounded(percentOfDay(toMinute) - x), y: rounded(base - height), height };
}

/** Widths of a picture in rem from which a price can be written into a step. */
export const FIT_WIDTHS = [6, 8, 10, 12, 14, 17, 20, 25, 32, 44] as const;
type FitWidth = (typeof FIT_WIDTHS)[number];
/** Mean width of a character of a price, as a share of the font size. */
const CHARACTER_REM = 0.52;
const MARGIN_REM = 0.3;

/**
 * Returns the width of the picture in rem from which a text fits into a step. Null: the step is too narrow on every screen.
 * @param fontRem font size of the text in rem
 */
export function fitWidth(text: string, { fromMinute, toMinute }: DayStep, fontRem = 1): FitWidth | null {
  const needed = (text.length * CHARACTER_REM * fontRem + MARGIN_REM) / ((toMinute - fromMinute) / DAY_MINUTES);
  return FIT_WIDTHS.find(width => width >= needed) ?? null;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
