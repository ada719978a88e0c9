type Content = Node | string | null;

/** Attributes by name; `true` is an attribute without a value, false and null leave it out. */
type Attributes = Readonly<Record<string, string | boolean | null>>;

/** Makes an element. Texts become text nodes, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...contents: readonly Content[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...contents.filter((content) => content !== null));
  return made;
}

/** Makes a button with a click handler. */
export function button(
  label: string,
  onPress: () => void,
  attributes: Attributes = {},
  icon: Node | null = null,
): HTMLButtonElement {
  const words = icon ? element('span', { class: 'label' }, label) : label;
  const made = element('button', { type: 'button', ...attributes }, icon, words);
  made.addEventListener('click', onPress);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Makes a line drawing from its paths, 20 px as all icons of the shop. */
export function icon(...paths: readonly string[]): SVGSVGElement {
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.setAttribute('aria-hidden', 'true');
  for (const path of paths) {
    const line = document.createElementNS(SVG, 'path');
    line.setAttribute('d', path);
    drawing.append(line);
  }
  return drawing;
}
