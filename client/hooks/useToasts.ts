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
  /** Shows a message for a short time and returns its id. A toast never takes the focus. */
  add(toast: Toast): string;
  remove(id: string): void;
}

/** Outside of `Toasts` a toast is not shown. No information is lost, because every toast repeats a text of the page. */
export const ToastContext = createContext<Toasts>({ add: () => '', remove: () => undefined });

export const useToasts = (): Toasts => use(ToastContext);

/** Errors and warnings stay until the visitor closes them, and interrupt screen readers. */
export const isUrgent = ({ variant }: Toast): boolean => variant === 'error' || variant === 'warning';
