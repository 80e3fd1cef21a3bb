const TEN_MINUTES_MS = 600_000;

interface BuildWatch {
  /** True if the server has a newer build than this page. */
  isOld(): boolean;
}

/**
 * Compares the build of the page with the build of the server, every ten minutes and when the visitor returns to the page. If
 * the page is outdated, it keeps working, and the next navigation becomes a full page load.
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
  // If the request fails because the browser is offline, the next check repeats it.
  const recheckBuild = () => void checkBuild().catch(() => undefined);
  setInterval(recheckBuild, TEN_MINUTES_MS);
  document.addEventListener('visibilitychange', recheckBuild);
  return { isOld: () => isOld };
}
