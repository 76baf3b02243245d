import type { DemoData } from './demo-data.ts'

/** A routed page and the addresses to open. Signed in to the demo unless `isPublic`. */
export interface RoutedPage {
  readonly isPublic?: boolean
  readonly addresses: (data: DemoData) => readonly string[]
}

const at = (...addresses: readonly string[]): RoutedPage => ({ addresses: () => addresses })
const of = (addresses: RoutedPage['addresses']): RoutedPage => ({ addresses })
const open = (...addresses: readonly string[]): RoutedPage => ({ isPublic: true, addresses: () => addresses })

/** All routed pages, by route path. */
export const PAGES: Readonly<Record<string, RoutedPage>> = {
  '/sign-in': open('/sign-in', '/sign-in?next=%2Fwebhooks'),
  '/sign-up': open('/sign-up'),
  '/forgot-password': open('/forgot-password'),
  '/reset-password': open('/reset-password?email=robin%40example.com'),
  '/': at('/'),
  '/conversations': at('/conversations', '/conversations?contact=unknown'),
  '/conversations/new': at('/conversations/new'),
  '/conversations/$id': of(({ conversation }) => [`/conversations/${conversation}`]),
  '/agents': at('/agents'),
  '/agents/new': at('/agents/new'),
  '/agents/$id': of(({ agent }) => [
    `/agents/${agent}`,
    ...['tools', 'documents', 'memory', 'automation', 'sharing', 'history'].map(
      (part) => `/agents/${agent}?section=${part}`,
    ),
  ]),
  '/connectors': at('/connectors'),
  '/connectors/new': at('/connectors/new'),
  '/connectors/$id': of(({ connector }) => [`/connectors/${connector}`]),
  '/customers/$number': at('/customers/447700900999'),
  '/numbers': at('/numbers'),
  '/numbers/$number': of(({ number }) => [`/numbers/${number}`]),
  '/accounts': at('/accounts'),
  '/accounts/$id': of(({ account }) => [`/accounts/${account}`]),
  '/accounts/$id/add-number': of(({ account }) => [`/accounts/${account}/add-number`]),
  '/accounts/$id/templates': of(({ account }) => [`/accounts/${account}/templates`]),
  '/accounts/link-sessions': at('/accounts/link-sessions'),
  '/accounts/link-sessions/new': at('/accounts/link-sessions/new'),
  '/accounts/link-sessions/$id': of(({ linkSession }) => [`/accounts/link-sessions/${linkSession}`]),
  '/templates': at('/templates'),
  '/templates/new': at('/templates/new'),
  '/templates/$id': of(({ template }) => [`/templates/${template}`]),
  '/webhooks': at('/webhooks'),
  '/webhooks/new': at('/webhooks/new'),
  '/webhooks/events': at('/webhooks/events', '/webhooks/events?event=subscription.revoked&language=python'),
  '/webhooks/$id': of(({ webhook }) => [`/webhooks/${webhook}`]),
  '/webhooks/$id/edit': of(({ webhook }) => [`/webhooks/${webhook}/edit`]),
  '/webhooks/$id/replay': of(({ webhook }) => [`/webhooks/${webhook}/replay`]),
  '/deliveries': at('/deliveries', '/deliveries?status=failed&event=message.received'),
  '/deliveries/$id': of(({ delivered, failed }) => [
    `/deliveries/${delivered}?body=raw`,
    `/deliveries/${failed}?verify=node`,
  ]),
  '/api-keys': at('/api-keys'),
  '/members': at('/members'),
  '/security': at('/security'),
  '/$': at('/no-such-page'),
  '/profile': at('/profile'),
  '/organization': at('/organization'),
  '/audit-log': at('/audit-log', '/audit-log?object=template'),
  '/operations/queues': at('/operations/queues'),
  '/operations/queues/$queue': at('/operations/queues/deliveries'),
  '/operations/alarms': at('/operations/alarms'),
  '/operations/checks': at('/operations/checks'),
}
