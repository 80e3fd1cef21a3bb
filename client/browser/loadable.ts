import { type ComponentType, createElement } from 'react';

interface Chunk<P> {
  importAsync(): Promise<{ default: ComponentType<P> }>;
  requireSync(): { default: ComponentType<P> } | undefined;
}

// esbuild.config.mjs replaces @loadable/component by this module in browsers. The code of a page is always loaded before the page
// is rendered.

/** Wraps a component that `load` must load before it is rendered. */
export function lazy<P extends object>(chunk: Chunk<P>): ComponentType<P> & { load(): Promise<unknown> } {
  const Lazy = (props: P) => {
    const loaded = chunk.requireSync();
    if (!loaded) throw new Error('Shown before it was loaded');
    return createElement(loaded.default, props);
  };
  return Object.assign(Lazy, { load: chunk.importAsync });
}
