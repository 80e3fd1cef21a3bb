import { pauseCause } from './pauseCause.ts';

const curve = (...powers: number[]) =>
  powers.map((powerW, minute) => ({ at: `2026-11-20T16:0${minute}:00Z`, powerW, energyWh: 0 }));
const battery = (percent: number, targetPercent: number | null) => ({ at: '', percent, targetPercent, minutesLeft: null });

test.each([
  ['a battery at its target', { curve: curve(50, 0), battery: battery(80, 80) }, 'full'],
  ['a battery below its target', { curve: curve(50, 5, 0), battery: battery(70, 80) }, 'vehicle'],
  ['a full battery without a target', { curve: curve(50, 0), battery: battery(98, null) }, 'full'],
  ['power that fell slowly', { curve: curve(11, 11, 7, 2, 0) }, 'full'],
  ['power that ended suddenly', { curve: curve(11, 11, 0, 0) }, 'vehicle'],
  ['power that never flowed', { curve: curve(0, 0) }, null],
] as const)('the probable cause of a pause with %s', (_, values, cause) => {
  expect(pauseCause(values)).toBe(cause);
});
