import { layerDepth } from '../layer-depth.ts';

interface Layer {
  readonly id: number;
  /** Address of the page that it lies over. */
  readonly href: string;
  /** Asks it to close; it may stay, to ask about what would be lost. */
  readonly close: () => void;
}

let open: readonly Layer[] = [];
let lastId = 0;
/** Address of the page whose entry has one for a layer above it, the last that was made. */
let layered: string | null = null;
/** Layer of the entry that was made, or come to, last; null at a page's own. */
let current: number | null = null;
/**
 * The step under way is one of ours, over entries whose layers closed long ago: to the page below them when the
 * visitor comes back from another page, past it when the visitor is on it.
 */
let passing: 'to-page' | 'past-page' | null = null;
let isListening = false;
/** Function to call after the step that takes all layers' entries away. */
let afterLayers: (() => void) | null = null;

const layerShown = (): number | null => {
  const { layer } = (history.state ?? {}) as { layer?: unknown };
  return typeof layer === 'number' ? layer : null;
};

/**
 * Gives what lies over the page an entry of its own in the browser's history: a step back takes that, and closes it,
 * instead of leaving the page. A layer that closes in another way leaves its entry behind, to be passed over by the
 * next step or taken by the next layer: a step of ours would race with a way that leads on from it.
 * @param close asks it to close
 * @returns for when it has closed in another way
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
 * Hears of steps from now on. Must be called before a router or other code listens: the window calls its listeners in
 * the order in which they came, whatever their phase, and a router that holds steps back would take ours for one to the
 * page that is shown, which it loads anew.
 */
export function hearStepsFirst(): void {
  if (isListening) return;
  isListening = true;
  addEventListener('popstate', onStep, { capture: true });
}

/** Takes the entries of what lies over the page away, and then does something on the page's own. */
export function passLayers(then: () => void): void {
  open = [];
  const depth = layerDepth();
  if (depth === 0) return then();
  hearStepsFirst();
  afterLayers = then;
  return history.go(-depth);
}

/** Before the router hears of it. */
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
    // The layer's own entry was the current one, so the page was left from it.
    if (shownLayer !== null) passing ??= shownLayer === current ? 'to-page' : 'past-page';
    else [layered, passing] = [null, null];
    history.back();
  } else {
    if (location.href === layered) layered = null;
    [current, passing] = [null, null];
  }
  return undefined;
}
