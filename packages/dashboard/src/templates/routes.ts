import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell-route.ts'
import { EditorSearch, TemplatesSearch } from './filters.ts'

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates',
  validateSearch: TemplatesSearch,
  component: lazyRouteComponent(() => import('./templates-page.tsx'), 'TemplatesPage'),
})

const create = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates/new',
  validateSearch: EditorSearch,
  component: lazyRouteComponent(() => import('./new-template-page.tsx'), 'NewTemplatePage'),
})

const edit = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates/$id',
  validateSearch: EditorSearch,
  component: lazyRouteComponent(() => import('./template-page.tsx'), 'TemplatePage'),
})

/** The API returns this URL as the `templatesUrl` of an account. */
const ofAccount = createRoute({
  getParentRoute: () => shellRoute,
  path: '/accounts/$id/templates',
  validateSearch: TemplatesSearch,
  component: lazyRouteComponent(() => import('./account-templates-page.tsx'), 'AccountTemplatesPage'),
})

export const templateRoutes = [list, create, edit, ofAccount] as const
