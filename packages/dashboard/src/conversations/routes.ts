import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell-route.ts'
import { ConversationSearch, InboxSearch, NewConversationSearch } from './filters.ts'

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/conversations',
  validateSearch: InboxSearch,
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
})

const create = createRoute({
  getParentRoute: () => shellRoute,
  path: '/conversations/new',
  validateSearch: NewConversationSearch,
  component: lazyRouteComponent(() => import('./new-conversation-page.tsx'), 'NewConversationPage'),
})

const detail = createRoute({
  getParentRoute: () => shellRoute,
  path: '/conversations/$id',
  validateSearch: ConversationSearch,
  component: lazyRouteComponent(() => import('./conversation-page.tsx'), 'ConversationPage'),
})

export const conversationRoutes = [list, create, detail] as const
