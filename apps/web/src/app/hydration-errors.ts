import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';

/** Errors of the server's page as the router knows them, rebuilt from their status. */
export function hydrationErrors(
  errors: Readonly<Record<string, number>> | null | undefined,
): Record<string, unknown> | null {
  if (!errors) return null;
  return Object.fromEntries(
    Object.entries(errors).map(([route, status]) => [route, new ErrorResponse(status, '', null)]),
  );
}
