import { EventName } from '@replywright/contract/envelope.ts'
import {
  createRootRoute,
  createRoute,
  lazyRouteComponent as lazy,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import * as v from 'valibot'
import { SECTIONS } from './agents/editor/sections.ts'
import { chosenOrganization, selectOrganization } from './api/organization.ts'
import { organizationOfLink } from './api/organization-link.ts'
import { queryClient } from './api/query-client.ts'
import { dropEarly } from './api/send.ts'
import { session } from './api/session.ts'
import { ApiRequestsSearch } from './api-requests/api-requests-search.ts'
import { AuditSearch } from './audit/audit-search.ts'
import { ConversationSearch, InboxSearch } from './conversations/filters.ts'
import { DeliveriesSearch, DeliverySearch } from './deliveries/filters.ts'
import { filter } from './shell/search.ts'
import { Shell } from './shell/shell.tsx'
import { NotFoundPage, RouteError, ShellError } from './shell/trouble.tsx'
import { EditorSearch, TemplatesSearch } from './templates/filters.ts'
import { OffsetSearch } from './ui/offset.ts'
import { VERIFY_LANGUAGES } from './webhooks/verify-languages.ts'

/** The period of statistics. Absent: the last 24 hours. */
const period = filter(v.picklist(['7d', '30d']))

/** `next` is the page to open after signing in. `email` fills the email field. */
const SessionSearch = v.object({ next: filter(v.string()), email: filter(v.string()) })

const rootRoute = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: RouteError })

/** The parent route of all pages for signed-in users. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    if (!(await session.isSignedIn())) throw redirect({ to: '/sign-in', search: { next: location.href } })
    const { organization, page } = organizationOfLink(location.href)
    if (organization === undefined) return
    if (organization !== chosenOrganization()) {
      dropEarly()
      queryClient.clear()
      selectOrganization(organization)
    }
    throw redirect({ href: page, replace: true })
  },
  component: Shell,
  errorComponent: ShellError,
  notFoundComponent: NotFoundPage,
})

/** Unknown paths, inside the layout. */
const unknownRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage })

const sessionLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'session',
  validateSearch: SessionSearch,
  component: lazy(() => import('./session/session-page.tsx'), 'SessionLayout'),
})

const signIn = createRoute({
  getParentRoute: () => sessionLayout,
  path: '/sign-in',
  component: lazy(() => import('./session/sign-in-page.tsx'), 'SignInPage'),
})

const signUp = createRoute({
  getParentRoute: () => sessionLayout,
  path: '/sign-up',
  component: lazy(() => import('./session/sign-up-page.tsx'), 'SignUpPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => sessionLayout,
  path: '/forgot-password',
  component: lazy(() => import('./session/forgot-password-page.tsx'), 'ForgotPasswordPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => sessionLayout,
  path: '/reset-password',
  component: lazy(() => import('./session/reset-password-page.tsx'), 'ResetPasswordPage'),
})

/** The frame of the pages of conversations: the list, with the opened page beside it. */
const inbox = createRoute({
  getParentRoute: () => shellRoute,
  path: '/conversations',
  validateSearch: InboxSearch,
  component: lazy(() => import('./conversations/inbox-page.tsx'), 'InboxPage'),
})

const noneOpen = createRoute({
  getParentRoute: () => inbox,
  path: '/',
  component: lazy(() => import('./conversations/inbox-page.tsx'), 'NoneOpen'),
})

const newConversation = createRoute({
  getParentRoute: () => inbox,
  path: '/new',
  component: lazy(() => import('./conversations/new-conversation-page.tsx'), 'NewConversationPage'),
})

const conversation = createRoute({
  getParentRoute: () => inbox,
  path: '/$id',
  validateSearch: ConversationSearch,
  component: lazy(() => import('./conversations/conversation-page.tsx'), 'ConversationPage'),
})

/** The options of a page inside the layout. Its code is loaded on demand. */
function page<const Path extends string, Name extends string>(
  path: Path,
  name: Name,
  load: () => Promise<Record<Name, RouteComponent>>,
) {
  return { getParentRoute: () => shellRoute, path, component: lazy(load, name) }
}

const pages = [
  createRoute({
    ...page('/', 'OverviewPage', () => import('./overview/overview-page.tsx')),
    validateSearch: v.object({ period }),
  }),
  createRoute({
    ...page('/agents', 'AgentsPage', () => import('./agents/agents-page.tsx')),
    validateSearch: OffsetSearch,
  }),
  createRoute(page('/agents/new', 'NewAgentPage', () => import('./agents/new-agent-page.tsx'))),
  createRoute({
    ...page('/agents/$id', 'AgentPage', () => import('./agents/agent-page.tsx')),
    validateSearch: v.object({ section: filter(v.picklist(SECTIONS)) }),
  }),
  createRoute(page('/conversations/$id/trace/$messageId', 'TracePage', () => import('./trace/trace-page.tsx'))),
  createRoute(page('/saved-replies', 'SavedRepliesPage', () => import('./saved-replies/saved-replies-page.tsx'))),
  createRoute(page('/customers/$number', 'CustomerPage', () => import('./customers/customer-page.tsx'))),
  createRoute({
    ...page('/connectors', 'ConnectorsPage', () => import('./connectors/connectors-page.tsx')),
    validateSearch: OffsetSearch,
  }),
  createRoute(page('/connectors/new', 'NewConnectorPage', () => import('./connectors/connector-form.tsx'))),
  createRoute(page('/connectors/$id', 'ConnectorPage', () => import('./connectors/connector-page.tsx'))),
  createRoute({
    ...page('/numbers', 'NumbersPage', () => import('./numbers/numbers-page.tsx')),
    validateSearch: OffsetSearch,
  }),
  createRoute(page('/numbers/$number', 'NumberPage', () => import('./numbers/number-page.tsx'))),
  createRoute(page('/accounts', 'AccountsPage', () => import('./accounts/accounts-page.tsx'))),
  createRoute(page('/accounts/$id', 'AccountPage', () => import('./accounts/account-page.tsx'))),
  createRoute(page('/accounts/$id/add-number', 'AddNumberPage', () => import('./accounts/add-number-page.tsx'))),
  createRoute({
    ...page('/accounts/link-sessions', 'LinkSessionsPage', () => import('./accounts/link-sessions-page.tsx')),
    validateSearch: OffsetSearch,
  }),
  createRoute(
    page('/accounts/link-sessions/new', 'NewLinkSessionPage', () => import('./accounts/link-session-page.tsx')),
  ),
  createRoute(page('/accounts/link-sessions/$id', 'LinkSessionPage', () => import('./accounts/link-session-page.tsx'))),
  createRoute({
    ...page('/templates', 'TemplatesPage', () => import('./templates/templates-page.tsx')),
    validateSearch: TemplatesSearch,
  }),
  createRoute({
    ...page('/templates/new', 'NewTemplatePage', () => import('./templates/new-template-page.tsx')),
    validateSearch: EditorSearch,
  }),
  createRoute({
    ...page('/templates/$id', 'TemplatePage', () => import('./templates/template-page.tsx')),
    validateSearch: EditorSearch,
  }),
  // The API returns this URL as the `templatesUrl` of an account.
  createRoute({
    ...page('/accounts/$id/templates', 'AccountTemplatesPage', () => import('./templates/account-templates-page.tsx')),
    validateSearch: TemplatesSearch,
  }),
  createRoute(page('/webhooks', 'WebhooksPage', () => import('./webhooks/webhooks-page.tsx'))),
  createRoute(page('/webhooks/new', 'NewWebhookPage', () => import('./webhooks/webhook-form.tsx'))),
  createRoute({
    ...page('/webhooks/events', 'EventsPage', () => import('./webhooks/events-page.tsx')),
    validateSearch: v.object({ event: filter(EventName), language: filter(v.picklist(VERIFY_LANGUAGES)) }),
  }),
  createRoute({
    ...page('/webhooks/$id', 'WebhookPage', () => import('./webhooks/webhook-page.tsx')),
    validateSearch: v.object({ test: filter(v.string()), period }),
  }),
  createRoute(page('/webhooks/$id/edit', 'EditWebhookPage', () => import('./webhooks/webhook-form.tsx'))),
  createRoute({
    ...page('/deliveries', 'DeliveriesPage', () => import('./deliveries/deliveries-page.tsx')),
    validateSearch: DeliveriesSearch,
  }),
  createRoute({
    ...page('/deliveries/$id', 'DeliveryPage', () => import('./deliveries/delivery-page.tsx')),
    validateSearch: DeliverySearch,
  }),
  createRoute({
    ...page('/webhooks/$id/replay', 'ReplayPage', () => import('./replays/replay-page.tsx')),
    validateSearch: v.object({
      /** The earliest failure to replay, ISO 8601. */
      since: filter(v.pipe(v.string(), v.isoTimestamp())),
    }),
  }),
  createRoute(page('/profile', 'ProfilePage', () => import('./profile/profile-page.tsx'))),
  createRoute(page('/organization', 'OrganizationPage', () => import('./organization/organization-page.tsx'))),
  createRoute(page('/api-keys', 'ApiKeysPage', () => import('./api-keys/api-keys-page.tsx'))),
  createRoute({
    ...page('/api-requests', 'ApiRequestsPage', () => import('./api-requests/api-requests-page.tsx')),
    validateSearch: ApiRequestsSearch,
  }),
  createRoute(page('/members', 'MembersPage', () => import('./members/members-page.tsx'))),
  createRoute(page('/invitations', 'InvitationsPage', () => import('./invitations/invitations-page.tsx'))),
  createRoute(page('/security', 'SecurityPage', () => import('./security/security-page.tsx'))),
  createRoute({
    ...page('/audit-log', 'AuditPage', () => import('./audit/audit-page.tsx')),
    validateSearch: AuditSearch,
  }),
  createRoute(page('/operations/queues', 'QueuesPage', () => import('./operations/queues-page.tsx'))),
  createRoute(page('/operations/queues/$queue', 'DeadLettersPage', () => import('./operations/dead-letters-page.tsx'))),
  createRoute({
    ...page('/operations/alarms', 'AlarmsPage', () => import('./operations/alarms-page.tsx')),
    validateSearch: v.object({ state: filter(v.picklist(['alarm', 'ok', 'insufficient_data'])) }),
  }),
  createRoute(page('/operations/checks', 'ChecksPage', () => import('./operations/checks-page.tsx'))),
] as const

export const routeTree = rootRoute.addChildren([
  sessionLayout.addChildren([signIn, signUp, forgotPassword, resetPassword]),
  shellRoute.addChildren([...pages, inbox.addChildren([noneOpen, newConversation, conversation]), unknownRoute]),
])
