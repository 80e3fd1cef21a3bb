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

/** Without a ToastRack the toast does not appear. Every toast repeats a text of the page, so no information is lost. */
export const ToastContext = createContext<Toasts>({ add: () => '', remove: () => undefined });

export const useToasts = (): Toasts => use(ToastContext);

/** Errors and warnings stay until the visitor closes them. */
export const isUrgent = ({ variant }: Toast): boolean => variant === 'error' || variant === 'warning';
