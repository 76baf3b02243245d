import { type Command, type Input, TEXT } from '../command.ts'
import { readDays } from '../read-options.ts'
import { fieldsReport, type Report } from '../report.ts'

export const retentionCommand: Command = {
  group: 'Repair',
  name: 'organizations retention',
  summary:
    'Keep new messages and deliveries of an organisation for fewer days than the deployment; `default` resets one',
  usage: '[--message-days 90] [--delivery-days 7]',
  required: ['organization'],
  positional: 'organization',
  options: { organization: TEXT, 'message-days': TEXT, 'delivery-days': TEXT },
  example: ['message-days', 'delivery-days'],
  audit: { action: 'update', object: 'organization', id: 'organization' },
  run,
}

async function run({ organization = '', ...input }: Input): Promise<Report> {
  const { 'message-days': messages, 'delivery-days': deliveries } = input
  if (messages === undefined && deliveries === undefined)
    throw new Error('Set --message-days, --delivery-days, or both.')
  const { changeRetention, viewRetention } = await import('@messaging/core/people/organizations/change-retention.ts')
  const current = await viewRetention(organization)
  const { effective } = await changeRetention(organization, {
    messageDays: messages === undefined ? current.messageDays : readDays('message-days', messages),
    deliveryDays: deliveries === undefined ? current.deliveryDays : readDays('delivery-days', deliveries),
  })
  return fieldsReport({ organization, ...effective })
}
