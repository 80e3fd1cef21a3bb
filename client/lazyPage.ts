import { lazy } from '@loadable/component';
import type { ComponentType } from 'react';

type PageModule = { default: ComponentType };

export interface LazyPage {
  component: ComponentType;
  /** Path of the page's file: esbuild's metafile names the chunk by it. */
  source: string;
  /** Loads the chunk; rendering is synchronous afterwards. */
  preload(): Promise<unknown>;
}

/**
 * A page that arrives as a chunk of its own. @loadable/component needs a constructor object that its Babel plugin
 * usually writes; that plugin knows webpack only, so the object is written here.
 */
export function lazyPage(source: string, load: () => Promise<ComponentType>): LazyPage {
  let loaded: PageModule | undefined;
  const importAsync = async (): Promise<PageModule> => {
    loaded = { default: await load() };
    return loaded;
  };
  const description = {
    chunkName: () => source,
    resolve: () => source,
    isReady: () => loaded !== undefined,
    importAsync,
    requireAsync: importAsync,
    requireSync: () => loaded,
  };
  // The published types know only the function form; the object form is what the Babel plugin emits.
  const component = lazy(description as never) as unknown as ComponentType & { load(): Promise<PageModule> };
  // By loadable's own way, so that it knows: otherwise the first rendering waits, and the page comes behind a script.
  return { component, source, preload: () => component.load() };
}
