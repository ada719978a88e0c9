import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

export type LibraryTab = 'myBooks' | 'moreBooks';

/** Kept with what the app remembers: it outlives the screen, and logging out forgets it. */
const libraryTabQuery = queryOptions<LibraryTab>({
  queryKey: ['libraryTab'],
  queryFn: skipToken,
  staleTime: Infinity,
  gcTime: Infinity,
});

/** The tab of the library that is open, and opens another. */
export function useLibraryTab(): readonly [LibraryTab, (next: LibraryTab) => void] {
  const queryClient = useQueryClient();
  const { data = 'myBooks' } = useQuery(libraryTabQuery);
  return [data, (next) => void queryClient.setQueryData(libraryTabQuery.queryKey, next)];
}
