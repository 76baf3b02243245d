import * as v from 'valibot'
import { unixSeconds } from '../clock.ts'
import type { Call, Route } from '../router.ts'
import { type MessageTemplate, TEMPLATE_STATUSES, templateObject } from './templates.ts'
import { type Change, entry, envelope } from './webhook-envelopes.ts'
import type { World } from './world.ts'

const Rate = v.strictObject({
  messages: v.pipe(v.number(), v.integer(), v.minValue(0)),
  seconds: v.pipe(v.number(), v.minValue(1)),
})

const Settings = v.strictObject({
  outsideWindow: v.optional(v.picklist(['reject', 'fail-later'])),
  marketing: v.optional(v.picklist(['both', 'messages', 'marketing_messages'])),
  canSend: v.optional(v.picklist(['AVAILABLE', 'LIMITED', 'BLOCKED'])),
  mayTakeControl: v.optional(v.boolean()),
  pairRate: v.optional(v.nullable(Rate)),
  numberRate: v.optional(v.nullable(Rate)),
})

/** `PUT /simulator/settings`: changes the given settings until the simulator stops. */
export const settingsRoute: Route<World> = {
  method: 'PUT',
  path: '/simulator/settings',
  handle(call, world) {
    const { outsideWindow, canSend, marketing, mayTakeControl, pairRate, numberRate } = parseBody(call, Settings)
    if (outsideWindow !== undefined) world.outsideWindow = outsideWindow
    if (marketing !== undefined) world.marketing = marketing
    if (canSend !== undefined) world.canSend = canSend
    if (mayTakeControl !== undefined) world.mayTakeControl = mayTakeControl
    if (pairRate !== undefined) world.limits.pair = pairRate ?? undefined
    if (numberRate !== undefined) world.limits.number = numberRate ?? undefined
    return { status: 204 }
  },
}

/** The review of a template. `time` is in unix seconds, by default now. */
interface TemplateReview {
  status?: MessageTemplate['status']
  reason?: string
  qualityScore?: string
  time?: number
}

const Review = v.strictObject({
  status: v.optional(v.picklist(TEMPLATE_STATUSES)),
  reason: v.optional(v.string()),
  qualityScore: v.optional(v.picklist(['GREEN', 'YELLOW', 'RED', 'UNKNOWN'])),
  time: v.optional(v.number()),
})

export const templateRoutes: readonly Route<World>[] = [
  {
    method: 'GET',
    path: '/simulator/accounts/{wabaId}/templates',
    handle: ({ param }, { templates }) => ({
      status: 200,
      body: { templates: templates.of(param('wabaId')).map(templateObject) },
    }),
  },
  {
    method: 'POST',
    path: '/simulator/templates/{id}/review',
    async handle(call, world) {
      const template = world.templates.get(call.param('id'))
      if (!template) return { status: 404, body: { error: 'no such template' } }
      return { status: 202, body: await reviewTemplate(world, template, parseBody(call, Review)) }
    },
  },
]

/** Changes a template's status or quality and notifies the business. Resolves after the webhook's first attempt. */
async function reviewTemplate(
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

/** Parses the JSON body of a manual call. @throws ValiError */
export function parseBody<Schema extends v.GenericSchema>(call: Call, schema: Schema): v.InferOutput<Schema> {
  return v.parse(schema, v.parse(v.pipe(v.string(), v.parseJson()), call.body.toString()))
}
