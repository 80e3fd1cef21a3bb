// What is tapped while charging goes on, in one file that is loaded after the page: each has another way until then.

export { QueuedStop as KeptStop } from './actions/QueuedStop.tsx';
export { Goal } from './goal/Goal.tsx';
export { GoalForm } from './goal/GoalForm.tsx';
export { PushRow } from './push/PushRow.tsx';
