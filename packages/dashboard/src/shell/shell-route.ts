import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { session } from '../api/session.ts'
import { Shell } from './shell.tsx'
import { NotFoundPage, RouteError, ShellError } from './trouble.tsx'

export const rootRoute = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: RouteError })

/** The parent route of all pages for signed-in users. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    if (!(await session.isSignedIn())) throw redirect({ to: '/sign-in', search: { next: location.href } })
  },
  component: Shell,
  errorComponent: ShellError,
  notFoundComponent: NotFoundPage,
})

/** Unknown paths, inside the layout. */
export const unknownRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage })
