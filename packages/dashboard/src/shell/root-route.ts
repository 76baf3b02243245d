import { createRootRoute } from '@tanstack/react-router'
import { NotFoundPage } from './not-found-page.tsx'
import { RootLayout } from './root-layout.tsx'
import { RouteError } from './route-error.tsx'

export const rootRoute = createRootRoute({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  errorComponent: RouteError,
})
