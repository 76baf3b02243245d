import type { WebhookItem } from '@replywright/core/deliveries/webhooks/webhook-entity.ts'
import { type Command, type Input, type Session, TEXT } from '../command.ts'
import { fieldsReport, type Report } from '../report.ts'

const ONE = { required: ['organization', 'id'], options: { organization: TEXT, id: TEXT } } as const

export const webhookCommands: readonly Command[] = [
  {
    group: 'Repair',
    name: 'webhook enable',
    summary: 'Enable a webhook. Failed deliveries can be replayed',
    ...ONE,
    audit: { action: 'enable', object: 'webhook', id: 'id' },
    run: enable,
  },
  {
    group: 'Repair',
    name: 'webhook disable',
    summary: 'Disable a webhook immediately. Its deliveries are kept as failed',
    ...ONE,
    audit: { action: 'disable', object: 'webhook', id: 'id' },
    run: disable,
  },
  {
    group: 'Repair',
    name: 'webhook rotate-secret',
    summary: 'Replace the signing secret immediately, also for retries. Prints the new secret once',
    ...ONE,
    audit: { action: 'rotate_secret', object: 'webhook', id: 'id' },
    run: rotate,
  },
]

async function enable({ organization = '', id = '' }: Input, { now }: Session): Promise<Report> {
  const { enableWebhook } = await import('@replywright/core/deliveries/webhooks/webhooks.ts')
  return stateOf(await enableWebhook(organization, id, now))
}

async function disable({ organization = '', id = '' }: Input, { now }: Session): Promise<Report> {
  const { disableWebhook } = await import('@replywright/core/deliveries/webhooks/webhooks.ts')
  return stateOf(await disableWebhook(organization, id, now))
}

function stateOf({ id, name, enabled }: WebhookItem): Report {
  return fieldsReport({ webhook: id, name, enabled })
}

async function rotate({ organization = '', id = '' }: Input, { now }: Session): Promise<Report> {
  const { rotateSecret } = await import('@replywright/core/deliveries/webhooks/webhooks.ts')
  return fieldsReport({ webhook: id, signingSecret: await rotateSecret(organization, id, now) })
}
