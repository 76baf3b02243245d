import { type Command, type Input, type Session, TEXT } from '../command.ts'
import { fieldsReport, type Report } from '../report.ts'

/** Signing secrets are not in the API. */
export const webhookCommand: Command = {
  group: 'Repair',
  name: 'webhook rotate-secret',
  summary: 'Replace the signing secret immediately, also for retries. Prints the new secret once',
  required: ['organization', 'id'],
  options: { organization: TEXT, id: TEXT },
  audit: { action: 'rotate_secret', object: 'webhook', id: 'id' },
  run: rotate,
}

async function rotate({ organization = '', id = '' }: Input, { now }: Session): Promise<Report> {
  const { rotateSecret } = await import('@replywright/core/deliveries/webhooks/webhooks.ts')
  return fieldsReport({ webhook: id, signingSecret: await rotateSecret(organization, id, now) })
}
