import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as v from 'valibot'
import { filter } from '../shell/filter.ts'
import { rootRoute } from '../shell/root-route.ts'

/** `next` is the page to open after signing in. `email` fills the email field. */
const SessionSearch = v.object({
  next: filter(v.string()),
  email: filter(v.string()),
})

const layout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'session',
  validateSearch: SessionSearch,
  component: lazyRouteComponent(() => import('./session-layout.tsx'), 'SessionLayout'),
})

const signIn = createRoute({
  getParentRoute: () => layout,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
})

const signUp = createRoute({
  getParentRoute: () => layout,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('./sign-up-page.tsx'), 'SignUpPage'),
})

const forgot = createRoute({
  getParentRoute: () => layout,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./forgot-password-page.tsx'), 'ForgotPasswordPage'),
})

const reset = createRoute({
  getParentRoute: () => layout,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./reset-password-page.tsx'), 'ResetPasswordPage'),
})

export const sessionRoutes = [layout.addChildren([signIn, signUp, forgot, reset])] as const
