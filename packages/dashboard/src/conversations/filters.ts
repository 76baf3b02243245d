import * as v from 'valibot'

/** A filter of the address bar; what is no such filter counts as none. */
const filter = <S extends v.GenericSchema<string, string>>(schema: S) => v.fallback(v.optional(schema), undefined)

/** What of the inbox is shown, as the address bar says it. */
export const InboxSearch = v.object({
  show: filter(v.picklist(['needs-human', 'taken-over'])),
  search: filter(v.pipe(v.string(), v.maxLength(100))),
  number: filter(v.string()),
  cursor: filter(v.string()),
})
export type InboxSearch = v.InferOutput<typeof InboxSearch>

/** The query of the API for what the address bar says. */
export function inboxQuery({ show, search, number, cursor }: InboxSearch) {
  return {
    search,
    cursor,
    msgNumber: number,
    ...(show === 'needs-human' && { needsHuman: 'true' as const }),
    ...(show === 'taken-over' && { takenOver: 'true' as const }),
  }
}

/** Whether anything is filtered out. */
export function isFiltered({ cursor: _, ...filters }: InboxSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined)
}

/** How a message is composed; text when it is not said. */
export const COMPOSERS = ['buttons', 'media', 'template'] as const
export type Composer = (typeof COMPOSERS)[number] | undefined
export const ConversationSearch = v.object({ compose: filter(v.picklist(COMPOSERS)) })

/** Whom to write to, where another page knows. */
export const NewConversationSearch = v.object({ to: filter(v.string()), from: filter(v.string()) })
