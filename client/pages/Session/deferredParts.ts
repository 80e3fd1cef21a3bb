// Components that appear when a driver taps something during charging. They are one chunk, which loads after the page. Until
// then, links and forms without JavaScript replace them.

export { QueuedStop } from './actions/QueuedStop.tsx';
export { Goal } from './goal/Goal.tsx';
export { GoalForm } from './goal/GoalForm.tsx';
export { PushRow } from './push/PushRow.tsx';
