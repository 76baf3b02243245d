import { createRoute, redirect } from '@tanstack/react-router'
import { session } from '../api/session.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { rootRoute } from './root-route.ts'
import { Shell } from './shell.tsx'

/** The parent route of all pages for signed-in users. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    if (!(await session.isSignedIn())) throw redirect({ to: '/sign-in', search: { next: location.href } })
  },
  component: Shell,
  notFoundComponent: NotFoundPage,
})
