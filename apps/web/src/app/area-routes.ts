import { redirect, type RouteObject } from 'react-router';
import { type Area, areaPaths } from '../features/users/work-areas.ts';
import type { RouteSources } from './route-data.ts';

/** One of the two working areas: its frame and a route for each tab. Their code comes with the first visit. */
export function areaRoutes(area: Area, { requireSession }: RouteSources): RouteObject {
  const handle = { rendered: 'client' } as const;
  // On every tab anew: the role may have changed since the last.
  const loader = async () => {
    await requireSession();
    const { requireRole } = await import('./area-screens.tsx');
    await requireRole(area);
    return null;
  };
  return {
    path: `/${area}`,
    handle,
    lazy: { Component: async () => (await import('./area-screens.tsx')).areaFrames[area] },
    children: [
      { index: true, handle, loader: () => redirect(areaPaths[area][0]) },
      ...areaPaths[area].map((path) => ({
        path,
        handle,
        loader,
        lazy: { Component: async () => (await import('./area-screens.tsx')).areaScreens[path] },
      })),
    ],
  };
}
