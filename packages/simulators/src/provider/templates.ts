import * as v from 'valibot'
import { randomDigits } from '../clock.ts'
import { StoredMap } from './stored-lines.ts'

export const TemplateContent = v.object({
  name: v.pipe(v.string(), v.regex(/^[a-z0-9_]{1,512}$/)),
  language: v.pipe(v.string(), v.nonEmpty()),
  category: v.picklist(['AUTHENTICATION', 'MARKETING', 'UTILITY']),
  parameter_format: v.optional(v.picklist(['POSITIONAL', 'NAMED']), 'POSITIONAL'),
  components: v.pipe(v.array(v.looseObject({ type: v.string() })), v.nonEmpty()),
  message_send_ttl_seconds: v.optional(v.pipe(v.number(), v.integer())),
})
export type TemplateContent = v.InferOutput<typeof TemplateContent>

export const TEMPLATE_STATUSES = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED', 'DELETED'] as const

const MessageTemplate = v.object({
  id: v.string(),
  wabaId: v.string(),
  ...TemplateContent.entries,
  status: v.picklist(TEMPLATE_STATUSES),
  rejectedReason: v.string(),
  qualityScore: v.string(),
})
export type MessageTemplate = v.InferOutput<typeof MessageTemplate>

/** A template that an account has from the start, approved. */
export type InitialTemplate = v.InferInput<typeof TemplateContent> & { readonly wabaId: string }

const ID_DIGITS = 15
/** How long the name and language of a deleted template cannot be used again, if it was approved. */
const BLOCKED_SECONDS = 30 * 86_400

const DeletedTemplate = v.object({
  ...v.pick(MessageTemplate, ['id', 'wabaId', 'name', 'language']).entries,
  /** Unix seconds. */
  deletedAt: v.number(),
})

/** The templates of all accounts. Name and language are unique in an account. */
export class Templates {
  readonly #initial: readonly InitialTemplate[]
  readonly #templates: StoredMap<MessageTemplate>
  readonly #deleted: StoredMap<v.InferOutput<typeof DeletedTemplate>>

  constructor(initial: readonly InitialTemplate[] = [], file?: string) {
    this.#initial = initial
    this.#templates = new StoredMap(MessageTemplate, file)
    this.#deleted = new StoredMap(DeletedTemplate, file && `${file}.deleted`)
    this.#submitInitial()
  }

  of(wabaId: string): MessageTemplate[] {
    return this.#templates.values().filter((template) => template.wabaId === wabaId)
  }

  get(id: string): MessageTemplate | undefined {
    return this.#templates.get(id)
  }

  submit(wabaId: string, content: TemplateContent): MessageTemplate {
    const id = randomDigits(ID_DIGITS)
    const template = {
      id,
      wabaId,
      ...content,
      status: 'PENDING',
      rejectedReason: 'NONE',
      qualityScore: 'UNKNOWN',
    } as const
    this.#templates.set(id, template)
    return template
  }

  /** Returns an approved template, created unless the account has it. */
  approve(wabaId: string, content: v.InferInput<typeof TemplateContent>): MessageTemplate {
    const known = this.of(wabaId).find(({ name, language }) => name === content.name && language === content.language)
    return known ?? this.change(this.submit(wabaId, v.parse(TemplateContent, content)), { status: 'APPROVED' })
  }

  change(template: MessageTemplate, change: Partial<MessageTemplate>): MessageTemplate {
    const changed = { ...template, ...change }
    this.#templates.set(template.id, changed)
    return changed
  }

  /** Deletes a template. `at` is in unix seconds. */
  remove({ id, wabaId, name, language, status }: MessageTemplate, at: number): void {
    this.#templates.set(id, null)
    if (status === 'PENDING' || status === 'REJECTED') return
    this.#deleted.set(id, { id, wabaId, name, language, deletedAt: at })
  }

  /** Returns whether a name and language, or every language of the name, was deleted in the last 30 days. */
  isBlocked(wabaId: string, { name, language }: Pick<TemplateContent, 'name' | 'language'>, at: number): boolean {
    const hasName = this.of(wabaId).some((template) => template.name === name)
    return this.#deleted
      .values()
      .filter((deleted) => deleted.wabaId === wabaId && deleted.name === name)
      .some((deleted) => at - deleted.deletedAt < BLOCKED_SECONDS && (!hasName || deleted.language === language))
  }

  /** Restores the initial templates. No name is blocked. */
  clear(): void {
    for (const { id } of this.#templates.values()) this.#templates.set(id, null)
    for (const { id } of this.#deleted.values()) this.#deleted.set(id, null)
    this.#submitInitial()
  }

  #submitInitial(): void {
    for (const { wabaId, ...content } of this.#initial) this.approve(wabaId, content)
  }
}

export function templateObject(template: MessageTemplate) {
  const { id, name, language, category, parameter_format, components, status, rejectedReason, qualityScore } = template
  const { message_send_ttl_seconds } = template
  return {
    id,
    name,
    language,
    category,
    parameter_format,
    components,
    status,
    rejected_reason: rejectedReason,
    ...(message_send_ttl_seconds !== undefined && { message_send_ttl_seconds }),
    quality_score: { score: qualityScore },
  }
}
