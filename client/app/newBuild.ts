const TEN_MINUTES_MS = 600_000;

interface BuildWatch {
  /** True if the server has a newer build than this page. */
  isOld(): boolean;
}

/**
 * Checks the server's build every ten minutes and when the visitor returns to the page. A page of an old build stays as it is.
 * Only the next navigation becomes a full load.
 */
export function watchBuild(build: string): BuildWatch {
  let isOld = false;
  const checkBuild = async () => {
    if (isOld || document.hidden) return;
    const response = await fetch('/builds/latest.json');
    if (!response.ok) return;
    const { id }: { id?: unknown } = await response.json();
    isOld = typeof id === 'string' && id !== build;
  };
  // Without a connection, the next check repeats the request.
  const recheckBuild = () => void checkBuild().catch(() => undefined);
  setInterval(recheckBuild, TEN_MINUTES_MS);
  document.addEventListener('visibilitychange', recheckBuild);
  return { isOld: () => isOld };
}
