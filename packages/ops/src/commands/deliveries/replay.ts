import { replayDelivery } from '@messaging/core/deliveries/replay-delivery.ts'
import type { Input, Session } from '../../command.ts'
import { readTime } from '../../read-options.ts'
import { fieldsReport, type Report } from '../../report.ts'
import { replayFailed } from './replay-failed.ts'

export async function replayDeliveries(input: Input, session: Session): Promise<Report> {
  const { organization: organizationId = '', id, webhook: webhookId, since } = input
  if (id !== undefined) return await replayOne(organizationId, id, session)
  if (webhookId === undefined || since === undefined)
    throw new Error('Use --id for one delivery, or --webhook and --since for all failed deliveries of a webhook.')
  return await replayFailed({ organizationId, webhookId, since: readTime('since', since, session.now) }, session)
}

async function replayOne(organizationId: string, id: string, { now }: Session): Promise<Report> {
  const { id: copy, originId, webhookId, event } = await replayDelivery(organizationId, id, now)
  return fieldsReport({ delivery: copy, replayOf: originId, webhook: webhookId, event })
}
