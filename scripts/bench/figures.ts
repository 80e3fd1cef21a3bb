/** A figure of a benchmark beside the goal that it must not exceed. */
export interface JudgedFigure {
  what: string;
  figure: number;
  goal: number;
  unit: string;
}

/** Prints a figure beside its goal. `npm run bench` collects the figures of all benchmarks in one table. */
export function judge(what: string, figure: number, { goal, unit = '' }: { goal: number; unit?: string }): void {
  const judged: JudgedFigure = { what, figure, goal, unit };
  console.log(lineOf(judged));
  process.send?.(judged);
}

export const isMet = ({ figure, goal }: JudgedFigure): boolean => figure <= goal;

function parts({ figure, goal, unit }: JudgedFigure): { value: string; limit: string } {
  const value = Math.abs(figure) < 100 ? figure.toFixed(2) : figure.toFixed(0);
  return { value: value + unit, limit: `≤ ${goal}${unit}` };
}

/** Formats a figure, its goal and the verdict. */
export function lineOf(judged: JudgedFigure): string {
  const { value, limit } = parts(judged);
  return `${isMet(judged) ? 'met   ' : 'missed'}  ${value.padStart(10)}  goal ${limit.padEnd(10)}  ${judged.what}`;
}

/** Formats a figure and its goal as a row of a Markdown table. A missed goal is bold. */
export function rowOf(judged: JudgedFigure): string {
  const { value, limit } = parts(judged);
  return `| ${judged.what} | ${value} | ${isMet(judged) ? limit : `**${limit}**`} |`;
}

/** Returns a quantile: the value below which the given share (0 to 1) of the list lies. */
export function quantile(list: readonly number[], share: number): number {
  return list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * share)] ?? Number.NaN;
}

export const median = (list: readonly number[]): number => quantile(list, 0.5);

/** Formats median, minimum and maximum of a list. */
export const spread = (list: readonly number[], digits = 2): string =>
  `${median(list).toFixed(digits)} (${Math.min(...list).toFixed(digits)}–${Math.max(...list).toFixed(digits)})`;

/** Divides each value by the value of the same round in the baseline. */
export const ratios = (list: readonly number[], baseline: readonly number[]): number[] =>
  list.map((value, round) => value / (baseline[round] ?? Number.NaN));

/** Formats the spread of `ratios`. */
export const ratio = (list: readonly number[], baseline: readonly number[]): string => spread(ratios(list, baseline));

/** Returns the milliseconds of processor time that this process uses for some work. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
