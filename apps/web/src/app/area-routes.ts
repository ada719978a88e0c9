import type { RouteObject } from 'react-router';
import { type Area, areaPaths } from '../features/users/work-areas.ts';
import { loadCode } from '../lib/load-code.ts';

const areaCode = async () => loadCode(async () => import('./area-screens.tsx'));

/** Routes of a working area: its frame and a route for each screen. Their code is loaded at the first visit. */
export function areaRoutes(area: Area, requireSession: (url: string) => Promise<void>): RouteObject {
  // Checked on every screen, because the role may have changed since the last check.
  const loader = async ({ request }: { readonly request: Request }) => {
    await requireSession(request.url);
    const { requireRole } = await areaCode();
    await requireRole(area);
    return null;
  };
  return {
    path: `/${area}`,
    lazy: { Component: async () => (await areaCode()).areaFrames[area] },
    children: [
      {
        path: `/${area}`,
        loader,
        lazy: { Component: async () => (await areaCode()).todayScreens[area] },
      },
      ...areaPaths[area].map((path) => ({
        path,
        loader,
        lazy: { Component: async () => (await areaCode()).areaScreens[path] },
      })),
    ],
  };
}
