import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { isUrgent, type ShownToast, type Toast, ToastContext } from '../../hooks/useToasts.ts';
import { ToastRack } from './ToastRack.tsx';

/** Duration of the fade-out, equal to `--ease` of the theme. After it, the toast is removed from the DOM. */
const TRANSITION_MS = 300;
const MAX_TOASTS = 3;

/** Stores the toasts of the app and shows them above the page. */
export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly ShownToast[]>([]);
  const count = useRef(0);

  const remove = useCallback((id: string) => {
    setShown(known => known.map(toast => (toast.id === id ? { ...toast, isLeaving: true } : toast)));
    setTimeout(() => setShown(known => known.filter(toast => toast.id !== id)), TRANSITION_MS);
  }, []);
  const add = useCallback((toast: Toast) => {
    count.current += 1;
    const id = `toast-${count.current}`;
    setShown(known => [...withRoom(known), { ...toast, id, isLeaving: false }]);
    return id;
  }, []);
  const toasts = useMemo(() => ({ add, remove }), [add, remove]);
  return (
    <ToastContext value={toasts}>
      {/* The rack follows the page in the DOM, so that a new toast does not move the page. */}
      <div id="page">{children}</div>
      <ToastRack toasts={shown} onClose={remove} />
    </ToastContext>
  );
}

/** Removes the oldest toast if there are too many. Toasts that disappear by themselves are removed first. */
function withRoom(shown: readonly ShownToast[]): readonly ShownToast[] {
  if (shown.length < MAX_TOASTS) return shown;
  const oldest = shown.find(toast => !isUrgent(toast)) ?? shown[0];
  return shown.filter(toast => toast !== oldest);
}
