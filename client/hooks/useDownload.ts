import { type MouseEvent, useRef, useState } from 'react';
import { type Toast, useToasts } from './useToasts.ts';

/** The toasts of a download: started, file not ready yet, failed. */
export interface DownloadWords {
  started: Toast;
  notYet: Toast;
  failed: Toast;
}

interface Download {
  handleClick(event: MouseEvent<HTMLAnchorElement>): void;
  /** Why the last download failed, shown beside the link because the toast disappears. Null: it did not fail. */
  problem: Toast | null;
}

const PATIENCE_MS = 15_000;
const NOT_YET = 409;
const EXPIRED = 410;

/**
 * Asks the server whether a file is ready before the browser opens its address. Without JavaScript, the browser opens the link
 * directly.
 */
export function useDownload({ started, notYet, failed }: DownloadWords): Download {
  const toasts = useToasts();
  const isBusy = useRef(false);
  const [problem, setProblem] = useState<Toast | null>(null);

  const fetchFile = async (address: string) => {
    const { ok, status } = await checkFile(address);
    const isShown = ok || status === EXPIRED;
    // If the link has expired, the response is a page with a link back to the search, so no message is needed.
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
