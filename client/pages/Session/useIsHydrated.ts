import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and in the first render: for what only JavaScript can do. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
