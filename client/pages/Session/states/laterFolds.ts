import type { ComponentType } from 'react';
import { isEnding, type Session } from '../../../../shared/charging/session.ts';
import { lazyPage } from '../../../core/lazyPage.ts';

/** Areas of texts that only an ended session needs. The page of a session in progress loads them later. */
export const END_STRINGS: readonly string[] = ['receipt', 'calibration', 'check', 'freePlugs'];

/**
 * Returns areas of texts that the page of a session does not need at first. The page of an ended session never loads the returned
 * areas, so the states that can follow on the same page must not need them either.
 */
export function laterStringsOf(session: Session): readonly string[] {
  if (!isEnding(session.kind)) return END_STRINGS;
  const never = ['progress', 'push', 'offline'];
  if (session.kind === 'cancelling' || session.kind === 'cancelled') return [...never, 'goal'];
  if (session.kind !== 'completed') return [...never, 'faultLink'];
  return [...[...never, 'faultLink', 'freePlugs'], ...(session.goal ? [] : ['goal']), ...(session.hold ? [] : ['holdTimeline'])];
}

const load = () => import('./foldedParts.ts');
const part = <P>(pick: (parts: Awaited<ReturnType<typeof load>>) => ComponentType<P>) =>
  lazyPage('Session', async () => pick(await load()), 'states/foldedParts.ts');

const contract = part(({ ContractDetails }) => ContractDetails);
const timeline = part(({ HoldTimeline }) => HoldTimeline);
const battery = part(({ BatteryLevel }) => BatteryLevel);
const completed = part(({ CompletedFolds }) => CompletedFolds);
const fault = part(({ FaultRow }) => FaultRow);
const fee = part(({ FeeForecast }) => FeeForecast);
const picture = part(({ PlugInPicture }) => PlugInPicture);
const session = part(({ SessionFolds }) => SessionFolds);

export const { component: ContractDetails } = contract;
export const { component: HoldTimeline } = timeline;
export const { component: BatteryLevel } = battery;
export const { component: CompletedFolds } = completed;
export const { component: FaultRow } = fault;
export const { component: FeeForecast } = fee;
export const { component: PlugInPicture } = picture;
export const { component: SessionFolds } = session;

/** All these parts. They load at the same time as the page, and before hydration. */
export const LaterFolds = {
  preload: () =>
    Promise.all([contract, timeline, battery, completed, fault, fee, picture, session].map(({ preload }) => preload())),
};
