// Components that appear when a driver taps something during charging. They are in one chunk, which loads after the page. Before
// that, links and forms replace them, which also work without JavaScript.

export { QueuedStop } from './actions/QueuedStop.tsx';
export { StopSheet } from './actions/StopSheet.tsx';
export { Goal } from './goal/Goal.tsx';
export { GoalSheet } from './goal/GoalSheet.tsx';
export { PushRow } from './push/PushRow.tsx';
