import { lazy } from '@loadable/component';
import type { ComponentType } from 'react';

interface ComponentModule<P> {
  default: ComponentType<P>;
}

/** The argument that the Babel plugin of @loadable/component writes for `loadable()`. */
interface Chunk<P> {
  chunkName(): string;
  resolve(): string;
  isReady(): boolean;
  importAsync(): Promise<ComponentModule<P>>;
  requireAsync(): Promise<ComponentModule<P>>;
  requireSync(): ComponentModule<P> | undefined;
}

declare module '@loadable/component' {
  // The published types describe only the call in source code, not the object that the plugin passes.
  export function lazy<P>(chunk: Chunk<P>): ComponentType<P> & LoadableComponentMethods<P>;
}

export interface LazyPage<P> {
  component: ComponentType<P>;
  /** Path of the page's source file. esbuild's metafile names the chunk by this path. */
  source: string;
  /** Loads the chunk. After that, rendering the component is synchronous. */
  preload(): Promise<unknown>;
}

/**
 * A page in a chunk of its own. The folder of a page and its main file have the same name, unless `file` names another file. The
 * Babel plugin of @loadable/component supports webpack only, so this function writes the object that the plugin would write.
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
  // `component.load()` also marks the chunk as loaded. Without the mark, the first render suspends and the page waits for a
  // script.
  return { component, source, preload: () => component.load() };
}
