import { redirect, type RouteObject } from 'react-router';
import { type Area, areaPaths } from '../features/users/work-areas.ts';

/** One of the two working areas: its frame and a route for each tab. Their code comes with the first visit. */
export function areaRoutes(area: Area, requireSession: () => Promise<void>): RouteObject {
  // On every tab anew: the role may have changed since the last.
  const loader = async () => {
    await requireSession();
    const { requireRole } = await import('./area-screens.tsx');
    await requireRole(area);
    return null;
  };
  return {
    path: `/${area}`,
    lazy: { Component: async () => (await import('./area-screens.tsx')).areaFrames[area] },
    children: [
      { index: true, loader: () => redirect(areaPaths[area][0]) },
      ...areaPaths[area].map((path) => ({
        path,
        loader,
        lazy: { Component: async () => (await import('./area-screens.tsx')).areaScreens[path] },
      })),
    ],
  };
}
