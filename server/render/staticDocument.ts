import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Renders a whole HTML document that has no scripts. */
export const renderStaticDocument = (document: ReactElement): string => `<!DOCTYPE html>${renderToStaticMarkup(document)}`;
