// What is tapped while charging goes on, in one file that is loaded after the page: each has another way until then.
export { Goal } from '../Goal/Goal.tsx';
export { KeptStop } from './actions/KeptStop.tsx';
export { GoalForm } from './goal/GoalForm.tsx';
export { PushRow } from './push/PushRow.tsx';
