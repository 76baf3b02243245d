import type { WebhookItem } from '@replywright/core/deliveries/webhooks/webhook-entity.ts'
import { type Command, type Input, TEXT } from '../command.ts'
import { type Report, tableReport } from '../report.ts'
import { showTime } from '../show.ts'

/** Commands that list the ids for other commands. */
export const discoveryCommands: readonly Command[] = [
  {
    group: 'Inspect',
    name: 'organizations list',
    summary: 'List all organisations with their ids',
    required: [],
    options: {},
    run: showOrganizations,
  },
  {
    group: 'Inspect',
    name: 'webhooks list',
    summary: "List an organisation's webhooks with URL, state and consecutive failures",
    required: ['organization'],
    options: { organization: TEXT },
    run: showWebhooks,
  },
]

async function showOrganizations(): Promise<Report> {
  const { listOrganizations } = await import('@replywright/core/people/organizations/organizations.ts')
  const organizations = await listOrganizations()
  return tableReport({
    rows: organizations,
    columns: [
      { title: 'ID', of: ({ id }) => id, whole: true },
      { title: 'NAME', of: ({ name }) => name },
      { title: 'CREATED (UTC)', of: ({ createdAt }) => showTime(createdAt), whole: true },
    ],
    json: organizations.map(({ id, name, isPersonal, createdAt }) => ({
      id,
      name,
      isPersonal,
      createdAt: new Date(createdAt).toISOString(),
    })),
    empty: 'There are no organisations. Create one: npm run ops -- organization create --name …',
  })
}

async function showWebhooks({ organization = '' }: Input): Promise<Report> {
  const { listWebhooks } = await import('@replywright/core/deliveries/webhooks/webhook-entity.ts')
  const { countConsecutiveFailures } = await import('@replywright/core/deliveries/webhooks/view-webhooks.ts')
  const found = (await listWebhooks(organization)).toSorted((a, b) => a.createdAt - b.createdAt)
  const now = Date.now()
  const webhooks = await Promise.all(
    found.map(async (webhook) => {
      return { ...webhook, consecutiveFailures: await countConsecutiveFailures(webhook, now) }
    }),
  )
  return tableReport({
    rows: webhooks,
    columns: [
      { title: 'ID', of: ({ id }) => id, whole: true },
      { title: 'NAME', of: ({ name }) => name },
      { title: 'STATE', of: stateOf, style: ({ enabled }) => (enabled ? undefined : 'red') },
      { title: 'FAILURES', of: ({ consecutiveFailures }) => consecutiveFailures, right: true },
      { title: 'URL', of: ({ url }) => url },
    ],
    json: webhooks.map((webhook) => ({
      id: webhook.id,
      name: webhook.name,
      url: webhook.url,
      enabled: webhook.enabled,
      disabledReason: webhook.disabledReason ?? null,
      disabledAt: webhook.disabledAt === undefined ? null : new Date(webhook.disabledAt).toISOString(),
      consecutiveFailures: webhook.consecutiveFailures,
      allNumbers: webhook.allNumbers ?? false,
      events: [...webhook.events],
    })),
    empty: `Organisation ${organization} has no webhooks, or does not exist: npm run ops -- organizations list`,
  })
}

function stateOf({ enabled, disabledReason }: WebhookItem): string {
  if (enabled) return 'enabled'
  return disabledReason === 'consecutive_failures' ? 'disabled (failures)' : 'disabled'
}
