import { unixSeconds } from '../clock.ts'
import type { MessageTemplate } from './templates.ts'
import { type Change, entry, envelope } from './webhook-envelopes.ts'
import type { World } from './world.ts'

/** The review of a template. `time` is in unix seconds, by default now. */
export interface TemplateReview {
  status?: MessageTemplate['status']
  reason?: string
  qualityScore?: string
  time?: number
}

/** Changes a template's status or quality and notifies the business. Resolves after the webhook's first attempt. */
export async function reviewTemplate(
  world: World,
  template: MessageTemplate,
  { status, reason = 'NONE', qualityScore, time = unixSeconds(world.clock) }: TemplateReview,
): Promise<{ status: number; delivered: boolean }> {
  const changes: Change[] = []
  const about = {
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
  }
  if (status !== undefined)
    changes.push({
      field: 'message_template_status_update',
      value: { event: status, ...about, message_template_category: template.category, reason },
    })
  if (qualityScore !== undefined)
    changes.push({
      field: 'message_template_quality_update',
      value: { previous_quality_score: template.qualityScore, new_quality_score: qualityScore, ...about },
    })
  world.templates.change(template, {
    ...(status && { status, rejectedReason: reason }),
    ...(qualityScore !== undefined && { qualityScore }),
  })
  return await world.webhooks.post(envelope(entry(template.wabaId, changes, time)))
}
