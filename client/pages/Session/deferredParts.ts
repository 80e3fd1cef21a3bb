// Components that a driver opens by a tap during charging, in one chunk that loads after the page. Until then each of them has a
// fallback without JavaScript.

export { QueuedStop } from './actions/QueuedStop.tsx';
export { Goal } from './goal/Goal.tsx';
export { GoalForm } from './goal/GoalForm.tsx';
export { PushRow } from './push/PushRow.tsx';
