import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createStore } from './store.ts';
import { useStore, useStoreOnceHere } from './react-store.ts';

it('the server renders a store in its first state', () => {
  const store = createStore({ followed: 'no' });
  function Shown() {
    const here = useStoreOnceHere<{ followed: string }>(undefined);
    return <p>{`${useStore(store).followed} ${here === null ? 'not here' : 'here'}`}</p>;
  }
  expect(renderToString(<Shown />)).toBe('<p>no not here</p>');
});
