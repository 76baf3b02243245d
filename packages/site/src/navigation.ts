import { GUIDES, type Guide } from '@replywright/pages/guides/page.ts'

/** A page: the Markdown file of this repository that it shows, or a link to a part of a page. */
type Entry = { readonly label: string } & ({ readonly source: string } | { readonly link: string })

/** A group of the sidebar. */
export interface Group {
  readonly label: string
  readonly entries: readonly Entry[]
}

const page = (label: string, source: string): Entry => ({ label, source })
const guide = (slug: Guide) => page(GUIDES[slug].label, GUIDES[slug].source)
const part = (label: string, link: string): Entry => ({ label, link })
const example = (label: string, name: string) => page(label, `examples/${name}/README.md`)

/** The site's groups in the order of the sidebar. `Reference` also has a page for each tag of the API. */
export const NAVIGATION: readonly Group[] = [
  { label: 'Start here', entries: [page('In five minutes', 'README.md'), page('On this machine', 'docs/local.md')] },
  {
    label: 'Receive',
    entries: [
      guide('webhooks'),
      guide('receivers'),
      guide('event-bus'),
      part('Deliveries on your machine', '/packages/cli/#receive-deliveries-on-your-machine'),
    ],
  },
  { label: 'Reply', entries: [guide('api'), part('Messages', '/docs/api/#messages')] },
  {
    label: 'Agents',
    entries: [
      guide('agents'),
      part('Agents in Git', '/packages/cli/#keep-agents-in-git'),
      part('Tests of agents', '/packages/cli/#test-an-agent'),
      page('Coding agents', 'skills/replywright/SKILL.md'),
    ],
  },
  {
    label: 'Deploy',
    entries: [
      page('Deploy to AWS', 'docs/deploy.md'),
      page('Without a clone', 'packages/cdk/README.md'),
      page('Upgrade', 'docs/upgrade.md'),
    ],
  },
  {
    label: 'Operate',
    entries: [
      page('The runbook', 'docs/operations.md'),
      page('Metrics and alarms', 'docs/metrics.md'),
      page('Over the years', 'docs/maintenance.md'),
      page('The dashboard', 'docs/dashboard.md'),
    ],
  },
  {
    label: 'Security',
    entries: [page('Threats and data', 'docs/security.md'), page('Vulnerabilities', 'SECURITY.md')],
  },
  { label: 'Costs', entries: [page('Costs and latency', 'docs/performance.md')] },
  { label: 'Scale', entries: [page('Quotas and growth', 'docs/scale.md')] },
  {
    label: 'Reference',
    entries: [
      guide('client'),
      guide('python'),
      guide('cli'),
      page('Releases', 'CHANGELOG.md'),
      page('Releases of the client', 'packages/client/CHANGELOG.md'),
    ],
  },
  {
    label: 'Examples',
    entries: [
      page('Gallery', 'examples/README.md'),
      example('Order status', 'order-status'),
      example('Appointments', 'appointments'),
      example('One-time passwords', 'one-time-password'),
      example('Shipping notices', 'shipping-notices'),
      example('Damaged parcel', 'damaged-parcel'),
      example('Voice orders', 'voice-orders'),
      example('Human alert', 'human-alert'),
      example('Inbox bridge', 'inbox-bridge'),
      example('Your own agent', 'own-agent'),
    ],
  },
  { label: 'Move here', entries: [page('From another service', 'docs/move.md')] },
]

/** The files that are pages. */
export const SOURCES: readonly string[] = NAVIGATION.flatMap(({ entries }) =>
  entries.flatMap((entry) => ('source' in entry ? [entry.source] : [])),
)

/** Returns the address of a file's page. */
export function addressOf(source: string): string {
  return `/${slugOf(source)}/`.replace('//', '/')
}

/** Returns the path of a file's page without slashes around it: `docs/api.md` is `docs/api`, `README.md` is the home page. */
export function slugOf(source: string): string {
  return source
    .replace(/(^|\/)(README|SKILL)\.md$/, '')
    .replace(/\.md$/, '')
    .toLowerCase()
}
