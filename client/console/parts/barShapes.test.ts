import { describe, expect, it } from '@jest/globals';
import { barShapes, highestLine, outlinePath } from './barShapes.ts';

const bar = (value: number | null, before: number | null = null) => ({ name: String(value), value, before });

describe('The shapes of a bar chart', () => {
  it('place the bars side by side, all on one base line', () => {
    const [low, high] = barShapes([bar(25), bar(100)], 100);
    expect(low).toEqual({ x: '6%', y: '67%', width: '38%', height: '19%' });
    expect(high).toEqual({ x: '56%', y: '10%', width: '38%', height: '76%' });
  });

  it('leave out an hour that has not come', () => {
    expect(barShapes([bar(1), bar(null)], 1)[1]).toBeNull();
  });

  it('draw the values to compare with as one line from edge to edge', () => {
    expect(outlinePath([bar(0, 50), bar(null, 100)], 100)).toBe('M0 48H50V10H100');
  });

  it('draw no line if a value to compare with is unknown', () => {
    expect(outlinePath([bar(0, 50), bar(0, null)], 100)).toBe('');
  });

  it('have a highest grid line above every value, also if all are zero', () => {
    expect(highestLine([bar(158, 131)])).toBeGreaterThanOrEqual(158);
    expect(highestLine([bar(12, 131)])).toBeGreaterThanOrEqual(131);
    expect(highestLine([bar(0), bar(null)])).toBeGreaterThan(0);
  });
});
