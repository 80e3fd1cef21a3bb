// Components for drivers who cannot use a plug. They are in one chunk, which two pages load after their own.

export { OtherPlugs } from './OtherPlugs.tsx';
export { Unusable } from './Unusable.tsx';
