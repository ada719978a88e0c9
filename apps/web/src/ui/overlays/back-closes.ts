import { layerDepth } from '../layer-depth.ts';

interface Layer {
  readonly id: number;
  /** Address of the page under the layer. */
  readonly href: string;
  /** Asks the layer to close; it may stay open and ask about unsaved changes. */
  readonly close: () => void;
}

let open: readonly Layer[] = [];
let lastId = 0;
/** Address of the page that last got an entry for a layer above its own. */
let layered: string | null = null;
/** Layer of the entry that was last made or reached; null at a page's own entry. */
let current: number | null = null;
/**
 * State of a step that the code makes over entries of layers closed long ago: to the page below them when the visitor
 * comes back from another page, past the page when the visitor is on it; null for other steps.
 */
let passing: 'to-page' | 'past-page' | null = null;
let isListening = false;
/** Function to call after the step that removes the entries of all layers. */
let afterLayers: (() => void) | null = null;

const layerShown = (): number | null => {
  const { layer } = (history.state ?? {}) as { layer?: unknown };
  return typeof layer === 'number' ? layer : null;
};

/**
 * Gives a layer over the page its own history entry, so that a step back closes the layer instead of leaving the page.
 * A layer that closes in another way leaves its entry behind, and the next step skips it or the next layer reuses it: a
 * step back made at once would race with a navigation that follows.
 * @param close asks the layer to close
 * @returns function to call when it has closed in another way
 */
export function closeOnBack(close: () => void): () => void {
  hearStepsFirst();
  lastId += 1;
  const id = lastId;
  const shownLayer = layerShown();
  const isLeftBehind = shownLayer !== null && !open.some((layer) => layer.id === shownLayer);
  const layers = layerDepth() + (isLeftBehind ? 0 : 1);
  const state = { ...(history.state as object | null), layer: id, layers };
  if (isLeftBehind) history.replaceState(state, '');
  else history.pushState(state, '');
  layered = location.href;
  current = id;
  open = [...open, { id, href: layered, close }];
  return () => {
    open = open.filter((layer) => layer.id !== id);
  };
}

/**
 * Starts listening to steps in the history. Must be called before a router or other code listens: the window calls its
 * listeners in the order of their registration, whatever their phase. A router that blocks steps back would take a step
 * between layers for a navigation to the shown page, and load it again.
 */
export function hearStepsFirst(): void {
  if (isListening) return;
  isListening = true;
  addEventListener('popstate', onStep, { capture: true });
}

/** Removes the entries of all layers, and then calls `then` on the page's own entry. */
export function passLayers(then: () => void): void {
  open = [];
  const depth = layerDepth();
  if (depth === 0) return then();
  hearStepsFirst();
  afterLayers = then;
  return history.go(-depth);
}

/** Handles a step before the router does. */
function onStep(event: PopStateEvent): void {
  if (afterLayers) {
    event.stopImmediatePropagation();
    const then = afterLayers;
    [afterLayers, layered, current, passing] = [null, null, null, null];
    return then();
  }
  const top = open.at(-1);
  const shownLayer = layerShown();
  const isPageBelow = shownLayer === null && !top && location.href === layered;
  if (top && location.href === top.href && shownLayer !== top.id) {
    event.stopImmediatePropagation();
    current = shownLayer;
    open = open.slice(0, -1);
    top.close();
  } else if (shownLayer !== null || (isPageBelow && passing !== 'to-page')) {
    event.stopImmediatePropagation();
    // Goes to the page if the layer's entry was the current one, because the visitor left the page from it.
    if (shownLayer !== null) passing ??= shownLayer === current ? 'to-page' : 'past-page';
    else [layered, passing] = [null, null];
    history.back();
  } else {
    if (location.href === layered) layered = null;
    [current, passing] = [null, null];
  }
  return undefined;
}
