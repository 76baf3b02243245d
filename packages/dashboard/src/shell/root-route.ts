import { createRootRoute } from '@tanstack/react-router'
import { NotFoundPage } from './not-found-page.tsx'
import { RouteError } from './route-error.tsx'

export const rootRoute = createRootRoute({
  notFoundComponent: NotFoundPage,
  errorComponent: RouteError,
})
