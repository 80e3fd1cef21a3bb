import { type ComponentType, createElement } from 'react';

interface Chunk<P> {
  importAsync(): Promise<{ default: ComponentType<P> }>;
  requireSync(): { default: ComponentType<P> } | undefined;
}

// Browser replacement of @loadable/component (see esbuild.config.mjs). A component never suspends, because `lazyPage` loads its
// code before it is rendered.

/** Wraps a component in a chunk. Call `load` before the component is rendered. */
export function lazy<P extends object>(chunk: Chunk<P>): ComponentType<P> & { load(): Promise<unknown> } {
  const Lazy = (props: P) => {
    const loaded = chunk.requireSync();
    if (!loaded) throw new Error('Shown before it was loaded');
    return createElement(loaded.default, props);
  };
  return Object.assign(Lazy, { load: chunk.importAsync });
}
