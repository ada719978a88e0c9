/**
 * Opens what is closed, shows what waits for a search of the browser, and lets drawings of a fixed size get smaller with
 * the page, which would cut off their right end. Changes attributes only, so that CFIs stay.
 */
export function revealText(elements: Iterable<Element>): void {
  for (const element of elements) {
    element.removeAttribute('popover');
    if (element.getAttribute('hidden') === 'until-found') element.removeAttribute('hidden');
    if (element.localName === 'svg') scaleDrawing(element);
    if (element.localName !== 'details') continue;
    element.setAttribute('open', '');
    // Of several with one name the browser keeps only one open.
    element.removeAttribute('name');
  }
}

function scaleDrawing(svg: Element): void {
  const [width, height] = ['width', 'height'].map(
    (name) => /^([\d.]+)(?:px)?$/.exec(svg.getAttribute(name) ?? '')?.[1],
  );
  if (width && height) svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
}
