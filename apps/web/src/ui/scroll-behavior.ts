/** How the page moves by itself: at once for whoever asked for less motion (look §4). */
export function scrollBehavior(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}
