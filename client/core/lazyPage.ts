import { lazy } from '@loadable/component';
import type { ComponentType } from 'react';

interface ComponentModule<P> {
  default: ComponentType<P>;
}

/** What @loadable/component's Babel plugin makes of a call. */
interface Chunk<P> {
  chunkName(): string;
  resolve(): string;
  isReady(): boolean;
  importAsync(): Promise<ComponentModule<P>>;
  requireAsync(): Promise<ComponentModule<P>>;
  requireSync(): ComponentModule<P> | undefined;
}

declare module '@loadable/component' {
  // The published types know only the call as it is written, not what the plugin makes of it.
  export function lazy<P>(chunk: Chunk<P>): ComponentType<P> & LoadableComponentMethods<P>;
}

export interface LazyPage<P> {
  component: ComponentType<P>;
  /** Path of the page's file: esbuild's metafile names the chunk by it. */
  source: string;
  /** Loads the chunk; rendering is synchronous afterwards. */
  preload(): Promise<unknown>;
}

/**
 * A page that arrives as a chunk of its own; a page's folder and its main file share a name, unless the
 * page comes in a file with others. @loadable/component needs an
 * object that its Babel plugin usually writes; that plugin knows webpack only, so the object is written here.
 */
export function lazyPage<P>(name: string, load: () => Promise<ComponentType<P>>, file = `${name}.tsx`): LazyPage<P> {
  const source = `client/pages/${name}/${file}`;
  let loaded: ComponentModule<P> | undefined;
  const importAsync = async (): Promise<ComponentModule<P>> => {
    loaded = { default: await load() };
    return loaded;
  };
  const component = lazy<P>({
    chunkName: () => source,
    resolve: () => source,
    isReady: () => loaded !== undefined,
    importAsync,
    requireAsync: importAsync,
    requireSync: () => loaded,
  });
  // By loadable's own way, so that it knows: otherwise the first rendering waits, and the page comes behind a script.
  return { component, source, preload: () => component.load() };
}
