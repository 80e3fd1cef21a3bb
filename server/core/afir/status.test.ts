import { describe, expect, it } from '@jest/globals';
import { type ConnectorStatus, pointStatus } from './status.ts';

const states = (...names: ConnectorStatus['state'][]): ConnectorStatus[] => names.map(state => ({ state, fault: null }));

describe('The status of a point', () => {
  it.each([
    ['charging', states('available', 'charging')],
    ['occupied', states('available', 'preparing')],
    ['available', states('available', 'unavailable')],
    ['outOfOrder', states('unavailable', 'unavailable')],
    ['faulted', [{ state: 'unavailable', fault: 'GroundFailure' }]],
    ['inoperative', states('off', 'off')],
    ['unknown', states('offline', 'offline')],
    ['unknown', states('unknown')],
    ['unknown', states('unavailable', 'unknown')],
    ['unknown', []],
  ] as const)('is %s with these connectors', (expected, connectors) => {
    expect(pointStatus(connectors)).toBe(expected);
  });
});
