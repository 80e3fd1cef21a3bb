import { type ComponentType, createElement } from 'react';

interface Chunk<P> {
  importAsync(): Promise<{ default: ComponentType<P> }>;
  requireSync(): { default: ComponentType<P> } | undefined;
}

// In browsers, esbuild.config.mjs replaces @loadable/component by this module. `lazyPage` loads the code of a page before the
// page is rendered, so the component never suspends.

/** Wraps a component whose code must be loaded with `load` before the component is rendered. */
export function lazy<P extends object>(chunk: Chunk<P>): ComponentType<P> & { load(): Promise<unknown> } {
  const Lazy = (props: P) => {
    const loaded = chunk.requireSync();
    if (!loaded) throw new Error('Shown before it was loaded');
    return createElement(loaded.default, props);
  };
  return Object.assign(Lazy, { load: chunk.importAsync });
}
