import { describe, expect, it } from '@jest/globals';
import { readOrderTime } from './orderTime.ts';

describe('The time of an order', () => {
  it.each([
    ['27.11.', '2026-11-27', null],
    ['27.11. 14', '2026-11-27', 14],
    ['27.11, 14 Uhr', '2026-11-27', 14],
    ['27. 11. 2025 9:30', '2025-11-27', 9],
    ['27/11 14h', '2026-11-27', 14],
    ['28.11. 14', '2025-11-28', 14],
    ['1.1.', '2026-01-01', null],
    ['2026-11-27', '2026-11-27', null],
    ['2026-11-27T14:00', '2026-11-27', 14],
  ])('is read from %j', (typed, day, hour) => {
    expect(readOrderTime(typed, '2026-11-27')).toEqual({ day, hour });
  });

  it.each(['', '14', '31.2.', '27.11. 24', '27.11.26', '2026-13-01', 'yesterday'])('is not read from %j', typed => {
    expect(readOrderTime(typed, '2026-11-27')).toBeNull();
  });
});
