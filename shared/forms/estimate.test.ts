import { describe, expect, test } from '@jest/globals';
import { readEstimate } from './estimate.ts';

describe('what somebody types to know what it will cost', () => {
  test.each([
    [{ kwh: '30', minutes: '' }, { energyWh: 30_000 }],
    [
      { kwh: ' 12,5 kWh ', minutes: '90' },
      { energyWh: 12_500, minutes: 90 },
    ],
    [{ kwh: '12.345', minutes: '' }, { energyWh: 12_345 }],
    [{ kwh: '', minutes: '300 min' }, { minutes: 300 }],
  ])('%j is understood', (typed, request) => {
    expect(readEstimate(typed)).toEqual({ request });
  });

  test.each([
    [{ kwh: '', minutes: '' }, ['kwh']],
    [{ kwh: 'full', minutes: '' }, ['kwh']],
    [{ kwh: '0', minutes: '' }, ['kwh']],
    [{ kwh: '501', minutes: '2881' }, ['kwh', 'minutes']],
    [{ kwh: '20', minutes: '1,5' }, ['minutes']],
  ])('%j is refused where it is wrong', (typed, fields) => {
    const answer = readEstimate(typed);
    expect(Object.keys('errors' in answer ? answer.errors : {})).toEqual(fields);
  });
});
