import { createElement, type ElementType, type ReactNode } from 'react';

/**
 * Stands for styled-components in the browser's production build, where all styles are in a file of their own by then
 * (scripts/builtStyles.mjs): components only need their class names. Styles must not depend on props, so that they can
 * be written ahead; what changes is a data attribute.
 */
type Props = Readonly<Record<string, unknown>>;
type Attrs = Props | ((props: Props) => Props);

/** Written into the source by the build. */
interface Facts {
  componentId: string;
  className?: string;
}

interface BuiltComponent {
  (props: Props & { as?: ElementType; className?: string }): ReactNode;
  element: ElementType;
  attrs: readonly Attrs[];
}

type Template = (...parts: unknown[]) => BuiltComponent;
interface Maker extends Template {
  withConfig(facts: Facts): Maker;
  attrs(attrs: Attrs): Maker;
}

function maker(target: ElementType | BuiltComponent, className: string, attrs: readonly Attrs[]): Maker {
  const [element, all] = 'element' in Object(target) ? unfold(target as BuiltComponent, attrs) : [target as ElementType, attrs];
  const make = () => Object.assign(builtComponent(element, className, all), { element, attrs: all });
  return Object.assign(make, {
    withConfig: (facts: Facts) => maker(target, facts.className ?? '', attrs),
    attrs: (more: Attrs) => maker(target, className, [...attrs, more]),
  });
}

/** A component made of another one is that one's element: the build has joined their class names. */
const unfold = (base: BuiltComponent, attrs: readonly Attrs[]): [ElementType, readonly Attrs[]] => [
  base.element,
  [...base.attrs, ...attrs],
];

function builtComponent(element: ElementType, ownClass: string, attrs: readonly Attrs[]) {
  return ({ as, ...given }: Props & { as?: ElementType; className?: string }): ReactNode => {
    const props = Object.assign({}, given, ...attrs.map(more => (typeof more === 'function' ? more(given) : more)));
    const sent = Object.entries(props).filter(([name, value]) => !name.startsWith('$') && value !== undefined);
    const className = given.className ? `${ownClass} ${given.className}` : ownClass;
    return createElement(as ?? element, { ...Object.fromEntries(sent), className });
  };
}

const makerOf = (target: ElementType): Maker => maker(target, '', []);

/** `styled.div` and `styled(Component)`. */
export const styled = new Proxy(makerOf, { get: (_, tag) => makerOf(String(tag) as ElementType) });

export const css = (): string => '';
export const keyframes = css;
export const createGlobalStyle = () => (): ReactNode => null;
