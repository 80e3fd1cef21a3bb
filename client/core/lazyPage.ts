import { lazy } from '@loadable/component';
import type { ComponentType } from 'react';

interface ComponentModule<P> {
  default: ComponentType<P>;
}

/** The object that the Babel plugin of @loadable/component passes to `loadable()`. */
interface Chunk<P> {
  chunkName(): string;
  resolve(): string;
  isReady(): boolean;
  importAsync(): Promise<ComponentModule<P>>;
  requireAsync(): Promise<ComponentModule<P>>;
  requireSync(): ComponentModule<P> | undefined;
}

declare module '@loadable/component' {
  // Overload for the object that the Babel plugin passes. The published types describe only the source code before the plugin.
  export function lazy<P>(chunk: Chunk<P>): ComponentType<P> & LoadableComponentMethods<P>;
}

export interface LazyPage<P> {
  component: ComponentType<P>;
  /** Path of the page's source file, which identifies the chunk in esbuild's metafile. */
  source: string;
  /** Loads the chunk. The component then renders without suspending. */
  preload(): Promise<unknown>;
  /** Returns true if the chunk is loaded. A component that is not loaded must not be rendered. */
  isLoaded(): boolean;
}

/**
 * Creates a page with a chunk of its own, from client/pages/`name`/`file`. Since the Babel plugin of @loadable/component
 * supports only webpack, this function builds the object that the plugin would pass.
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
  // `component.load()` also tells the library that the chunk is loaded. Otherwise the first render would suspend.
  return { component, source, preload: () => component.load(), isLoaded: () => loaded !== undefined };
}
