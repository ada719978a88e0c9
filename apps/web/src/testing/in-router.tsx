import type { ComponentType } from 'react';
import { useLoaderData, useNavigate, useParams } from 'react-router';
import { ScreenContext } from '../lib/screen-data.ts';
import { NavigationContext } from '../ui/use-navigation.ts';

/** Wraps a public screen in a route of the test's router, which replaces the browser's navigation. */
export function inRouter(Screen: ComponentType): ComponentType {
  return function RoutedScreen() {
    const navigate = useNavigate();
    return (
      <NavigationContext
        value={{
          go: (path, options) => void navigate(path, options),
          leave: (path) => void navigate(path, { replace: true }),
        }}
      >
        <ScreenContext value={{ params: useParams(), data: useLoaderData() }}>
          <Screen />
        </ScreenContext>
      </NavigationContext>
    );
  };
}
