import type { ComponentType } from 'react';
import { useLoaderData, useNavigate, useParams } from 'react-router';
import { ScreenContext } from '../lib/screen-data.ts';
import { NavigationContext } from '../ui/use-navigation.ts';

/** A public screen as a route of a test's router, which stands in for the browser's own navigation. */
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
