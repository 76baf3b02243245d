import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell-route.ts'

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/invitations',
  component: lazyRouteComponent(() => import('./invitations-page.tsx'), 'InvitationsPage'),
})

export const invitationRoutes = [list] as const
