import { disableWebhook, enableWebhook } from '@messaging/core/deliveries/webhooks/enable-webhook.ts'
import { rotateSecret } from '@messaging/core/deliveries/webhooks/rotate-secret.ts'
import type { WebhookItem } from '@messaging/core/deliveries/webhooks/webhook-entity.ts'
import { type Command, type Input, type Session, TEXT } from '../command.ts'
import { fieldsReport, type Report } from '../report.ts'

const ONE = { required: ['organization', 'id'], options: { organization: TEXT, id: TEXT } } as const

/** What is done to one webhook that there is. */
export const webhookCommands: readonly Command[] = [
  {
    group: 'Mend',
    name: 'webhook enable',
    summary: 'Deliver to a webhook again; what failed meanwhile can be replayed',
    ...ONE,
    run: enable,
  },
  {
    group: 'Mend',
    name: 'webhook disable',
    summary: 'Stop delivering to a webhook, at once; its deliveries are kept as failed',
    ...ONE,
    run: disable,
  },
  {
    group: 'Mend',
    name: 'webhook rotate-secret',
    summary: 'Replace the signing secret, at once, retries included; prints the new one once',
    ...ONE,
    run: rotate,
  },
]

async function enable({ organization = '', id = '' }: Input, { now }: Session): Promise<Report> {
  return stateOf(await enableWebhook(organization, id, now))
}

async function disable({ organization = '', id = '' }: Input, { now }: Session): Promise<Report> {
  return stateOf(await disableWebhook(organization, id, now))
}

function stateOf({ id, name, enabled }: WebhookItem): Report {
  return fieldsReport({ webhook: id, name, enabled })
}

async function rotate({ organization = '', id = '' }: Input, { now }: Session): Promise<Report> {
  return fieldsReport({ webhook: id, signingSecret: await rotateSecret(organization, id, now) })
}
