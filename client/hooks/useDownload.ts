import { type MouseEvent, useRef, useState } from 'react';
import { type Toast, useToasts } from './useToasts.ts';

/** The toasts for a download that has started, is not ready yet, or has failed. */
export interface DownloadWords {
  started: Toast;
  notYet: Toast;
  failed: Toast;
}

interface Download {
  handleClick(event: MouseEvent<HTMLAnchorElement>): void;
  /** Why the last download failed. It is shown beside the link, because the toast disappears. Null: no download has failed. */
  problem: Toast | null;
}

const PATIENCE_MS = 15_000;
const NOT_YET = 409;
const EXPIRED = 410;

/**
 * Checks that a file is ready before the browser opens its address. Without JavaScript, the browser opens the address directly.
 */
export function useDownload({ started, notYet, failed }: DownloadWords): Download {
  const toasts = useToasts();
  const isBusy = useRef(false);
  const [problem, setProblem] = useState<Toast | null>(null);

  const fetchFile = async (address: string) => {
    const { ok, status } = await checkFile(address);
    const isShown = ok || status === EXPIRED;
    // If the link has expired, the browser opens a page that says so and links to the receipt search, so no toast is needed.
    if (isShown) window.location.assign(address);
    if (status === EXPIRED) return;
    const failure = status === NOT_YET ? notYet : failed;
    toasts.add(ok ? started : failure);
    setProblem(ok ? null : failure);
  };
  return {
    problem,
    handleClick(event) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (isBusy.current) return;
      isBusy.current = true;
      void fetchFile(event.currentTarget.href).finally(() => {
        isBusy.current = false;
      });
    },
  };
}

async function checkFile(address: string): Promise<{ ok: boolean; status: number }> {
  try {
    return await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch {
    return { ok: false, status: 0 };
  }
}
