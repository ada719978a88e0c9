import { matchRoutes, type RouteObject } from 'react-router';

/** Loads the scripts of the screen that the server rendered, so that hydrating it does not show a fallback first. */
export async function resolveScreens(routes: RouteObject[], pathname: string): Promise<void> {
  const matches = matchRoutes(routes, pathname) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'object' || !route.lazy.Component) return;
      const Component = await route.lazy.Component();
      delete route.lazy;
      Object.assign(route, { Component });
    }),
  );
}
