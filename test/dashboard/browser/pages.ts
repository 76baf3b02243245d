import type { DemoData } from './demo-data.ts'

/** The pages that are open to everybody. All others are for signed-in users. */
export const PUBLIC_PAGES: readonly string[] = ['/sign-in', '/sign-up', '/forgot-password', '/reset-password']

/** One page of each kind: a list, an object, a form, a conversation beside the inbox, and the editor. */
export const PAGE_OF_EACH_KIND: readonly string[] = [
  '/sign-in',
  '/deliveries',
  '/deliveries/{delivered}?body=raw',
  '/webhooks/new',
  '/conversations/{conversation}',
  '/agents/{demoAgent}',
]

/** All routed pages, by route path, with the addresses to open. `{agent}` is the id of the demo data's agent. */
export const PAGES: Readonly<Record<string, readonly string[]>> = {
  '/sign-in': ['/sign-in', '/sign-in?next=%2Fwebhooks'],
  '/sign-up': ['/sign-up'],
  '/forgot-password': ['/forgot-password'],
  '/reset-password': ['/reset-password?email=robin%40example.com'],
  '/': ['/'],
  '/conversations': ['/conversations', '/conversations?contact=unknown'],
  '/conversations/new': ['/conversations/new'],
  '/conversations/$id': ['/conversations/{conversation}'],
  '/conversations/$id/trace/$messageId': ['/conversations/{traced}'],
  '/saved-replies': ['/saved-replies'],
  '/agents': ['/agents'],
  '/agents/new': ['/agents/new'],
  '/agents/$id': [
    '/agents/{demoAgent}',
    '/agents/{agent}',
    '/agents/{agent}?section=tools',
    '/agents/{agent}?section=documents',
    '/agents/{agent}?section=memory',
    '/agents/{agent}?section=automation',
    '/agents/{agent}?section=tests',
    '/agents/{demoAgent}?section=usage',
    '/agents/{agent}?section=sharing',
    '/agents/{agent}?section=history',
  ],
  '/connectors': ['/connectors'],
  '/connectors/new': ['/connectors/new'],
  '/connectors/$id': ['/connectors/{connector}'],
  '/customers/$number': ['/customers/447700900999'],
  '/numbers': ['/numbers'],
  '/numbers/$number': ['/numbers/{number}'],
  '/accounts': ['/accounts'],
  '/accounts/$id': ['/accounts/{account}'],
  '/accounts/$id/add-number': ['/accounts/{account}/add-number'],
  '/accounts/$id/templates': ['/accounts/{account}/templates'],
  '/accounts/link-sessions': ['/accounts/link-sessions'],
  '/accounts/link-sessions/new': ['/accounts/link-sessions/new'],
  '/accounts/link-sessions/$id': ['/accounts/link-sessions/{linkSession}'],
  '/templates': ['/templates'],
  '/templates/new': ['/templates/new'],
  '/templates/$id': ['/templates/{template}'],
  '/webhooks': ['/webhooks'],
  '/webhooks/new': ['/webhooks/new'],
  '/webhooks/events': ['/webhooks/events', '/webhooks/events?event=subscription.revoked&language=python'],
  '/webhooks/$id': ['/webhooks/{webhook}'],
  '/webhooks/$id/edit': ['/webhooks/{webhook}/edit'],
  '/webhooks/$id/replay': ['/webhooks/{webhook}/replay'],
  '/deliveries': ['/deliveries', '/deliveries?status=failed&event=message.received'],
  '/deliveries/$id': ['/deliveries/{delivered}?body=raw', '/deliveries/{failed}?verify=node'],
  '/api-keys': ['/api-keys'],
  '/api-requests': ['/api-requests', '/api-requests?status=4xx'],
  '/members': ['/members'],
  '/invitations': ['/invitations'],
  '/security': ['/security'],
  '/$': ['/no-such-page'],
  '/profile': ['/profile'],
  '/organization': ['/organization'],
  '/audit-log': ['/audit-log', '/audit-log?object=template'],
  '/operations/queues': ['/operations/queues'],
  '/operations/queues/$queue': ['/operations/queues/deliveries'],
  '/operations/alarms': ['/operations/alarms'],
  '/operations/checks': ['/operations/checks'],
}

const PLACEHOLDER = /\{(\w+)\}/

/** Returns the address with the id of an object of the demo data. */
export async function addressOf(page: string, data: DemoData): Promise<string> {
  const [placeholder = '', name] = PLACEHOLDER.exec(page) ?? []
  return name === undefined ? page : page.replace(placeholder, await data.idOf(name))
}
