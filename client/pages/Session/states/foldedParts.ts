// Parts of the session page that are folded, or that only some states have. They share one chunk.

export { FaultRow } from '../../../components/control/FaultRow.tsx';
export { ContractDetails } from '../details/ContractDetails.tsx';
export { HoldTimeline } from '../money/HoldTimeline.tsx';
export { BatteryLevel } from './BatteryLevel.tsx';
export { CompletedFolds } from './CompletedFolds.tsx';
export { FeeForecast } from './FeeForecast.tsx';
export { PlugInPicture } from './PlugInPicture.tsx';
export { SessionFolds } from './SessionFolds.tsx';
