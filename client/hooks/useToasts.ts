import { createContext, use } from 'react';

export type ToastVariant = 'error' | 'success' | 'warning' | 'info';

export interface Toast {
  variant: ToastVariant;
  headline: string;
  description?: string;
}

export interface ShownToast extends Toast {
  id: string;
  /** Fading out; gone when that is over. */
  isLeaving: boolean;
}

interface Toasts {
  /** Shows a message for a while and answers its id. It never takes the focus. */
  add(toast: Toast): string;
  remove(id: string): void;
}

/** Without a ToastRack nothing is shown, and nothing is lost: every toast repeats what also stands on the page. */
export const ToastContext = createContext<Toasts>({ add: () => '', remove: () => undefined });

export const useToasts = (): Toasts => use(ToastContext);

/** Errors and warnings wait for the visitor. */
export const isUrgent = ({ variant }: Toast): boolean => variant === 'error' || variant === 'warning';
