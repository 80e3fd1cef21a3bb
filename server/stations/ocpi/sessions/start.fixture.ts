import { someAddress } from '../../../../test/support/someStation.ts';
import { type StartRecord, startOf } from './startRecords.ts';

/** A start that was sent and whose session is not known yet. */
export const someStart = (authorizationReference: string): StartRecord =>
  startOf({ authorizationReference, connectionId: 'c1', address: someAddress(), requestedAt: '2026-11-20T09:59:00Z' });
