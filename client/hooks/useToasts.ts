import { createContext, use } from 'react';

export type ToastVariant = 'error' | 'success' | 'warning' | 'info';

export interface Toast {
  variant: ToastVariant;
  headline: string;
  description?: string;
}

export interface ShownToast extends Toast {
  id: string;
  /** True while the toast fades out. */
  isLeaving: boolean;
}

interface Toasts {
  /** Shows a message and returns its id. A toast never takes the focus. */
  add(toast: Toast): string;
  remove(id: string): void;
}

/** Without the component `Toasts`, no toast is shown. No information is lost, because a toast only repeats a text of the page. */
export const ToastContext = createContext<Toasts>({ add: () => '', remove: () => undefined });

export const useToasts = (): Toasts => use(ToastContext);

/** Returns true for errors and warnings. They interrupt screen readers and stay until the visitor closes them. */
export const isUrgent = ({ variant }: Toast): boolean => variant === 'error' || variant === 'warning';
