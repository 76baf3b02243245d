import * as v from 'valibot'
import type { TemplateEvent } from '../port.ts'
import { Id, Text } from './json-words.ts'

/** The webhook fields of template events. */
export const TEMPLATE_FIELDS = ['message_template_status_update', 'message_template_quality_update']

const Entry = v.object({
  id: Id,
  time: v.fallback(v.optional(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer())), undefined),
})
const Template = v.object({
  message_template_id: Id,
  event: Text,
  reason: v.fallback(v.nullish(v.string()), null),
  new_quality_score: Text,
})

/** Parses the `value` of a change in one of `TEMPLATE_FIELDS`. Returns undefined if it has another shape. */
export function readTemplateEvent(entry: unknown, value: unknown): TemplateEvent | undefined {
  const account = v.safeParse(Entry, entry)
  const parsed = v.safeParse(Template, value)
  if (!account.success || !parsed.success) return undefined
  const { message_template_id: providerTemplateId, event, reason, new_quality_score } = parsed.output
  const common = { providerTemplateId, waId: account.output.id, at: account.output.time }
  if (event !== undefined) return { ...common, change: { status: event, reason: reason ?? null } }
  return new_quality_score === undefined ? undefined : { ...common, change: { qualityScore: new_quality_score } }
}
