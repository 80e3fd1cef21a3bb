import { type ComponentType, createElement } from 'react';

interface Chunk<P> {
  importAsync(): Promise<{ default: ComponentType<P> }>;
  requireSync(): { default: ComponentType<P> } | undefined;
}

// In browsers this stands for @loadable/component (esbuild.config.mjs): a page's code is always there before it is shown.

/** A component that is loaded before it is rendered. */
export function lazy<P extends object>(chunk: Chunk<P>): ComponentType<P> & { load(): Promise<unknown> } {
  const Lazy = (props: P) => {
    const loaded = chunk.requireSync();
    if (!loaded) throw new Error('Shown before it was loaded');
    return createElement(loaded.default, props);
  };
  return Object.assign(Lazy, { load: chunk.importAsync });
}
