import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/shell-route.ts'
import { ConversationSearch, InboxSearch, NewConversationSearch } from './filters.ts'

/** The frame of the pages of conversations: the list, with the opened page beside it. */
const inbox = createRoute({
  getParentRoute: () => shellRoute,
  path: '/conversations',
  validateSearch: InboxSearch,
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
})

const none = createRoute({
  getParentRoute: () => inbox,
  path: '/',
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'NoneOpen'),
})

const create = createRoute({
  getParentRoute: () => inbox,
  path: '/new',
  validateSearch: NewConversationSearch,
  component: lazyRouteComponent(() => import('./new-conversation-page.tsx'), 'NewConversationPage'),
})

const detail = createRoute({
  getParentRoute: () => inbox,
  path: '/$id',
  validateSearch: ConversationSearch,
  component: lazyRouteComponent(() => import('./conversation-page.tsx'), 'ConversationPage'),
})

export const conversationRoutes = [inbox.addChildren([none, create, detail])] as const
