const TEN_MINUTES_MS = 600_000;

interface BuildWatch {
  /** True if the server has a newer build than this page. */
  isOld(): boolean;
}

/**
 * Compares the page's build with the server's build every ten minutes, and when the visitor returns to the page. An outdated
 * page keeps working, but its next navigation is a full page load.
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
  // A failed request needs no handling, because the next check repeats it.
  const recheckBuild = () => void checkBuild().catch(() => undefined);
  setInterval(recheckBuild, TEN_MINUTES_MS);
  document.addEventListener('visibilitychange', recheckBuild);
  return { isOld: () => isOld };
}
