const TEN_MINUTES_MS = 600_000;

interface BuildWatch {
  /** Another build is being served than the one this page came with. */
  isOld(): boolean;
}

/**
 * Asks every ten minutes, and when somebody comes back to the page, which build is being served. Pages of an old one
 * stay as they are: only the next way within the app becomes a full load.
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
  // Without a connection it is asked again the next time.
  const recheckBuild = () => void checkBuild().catch(() => undefined);
  setInterval(recheckBuild, TEN_MINUTES_MS);
  document.addEventListener('visibilitychange', recheckBuild);
  return { isOld: () => isOld };
}
