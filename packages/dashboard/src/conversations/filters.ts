import * as v from 'valibot'

/** A filter in the URL. Invalid values are ignored. */
const filter = <S extends v.GenericSchema<string, string>>(schema: S) => v.fallback(v.optional(schema), undefined)

/** The inbox filters in the URL. */
export const InboxSearch = v.object({
  show: filter(v.picklist(['needs-human', 'taken-over'])),
  search: filter(v.pipe(v.string(), v.maxLength(100))),
  number: filter(v.string()),
  cursor: filter(v.string()),
})
export type InboxSearch = v.InferOutput<typeof InboxSearch>

/** Keeps the filters of the list in a link between its pages. */
export function listSearch({ show, search, number }: InboxSearch): InboxSearch {
  return { show, search, number }
}

/** Returns the API query of the filters. */
export function inboxQuery({ show, search, number, cursor }: InboxSearch) {
  return {
    search,
    cursor,
    msgNumber: number,
    ...(show === 'needs-human' && { needsHuman: 'true' as const }),
    ...(show === 'taken-over' && { takenOver: 'true' as const }),
  }
}

export function isFiltered({ cursor: _, ...filters }: InboxSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined)
}

/** The message composers; text by default. */
export const COMPOSERS = ['buttons', 'media', 'template'] as const
export type Composer = (typeof COMPOSERS)[number] | undefined
export const ConversationSearch = v.object({ compose: filter(v.picklist(COMPOSERS)) })

/** Initial values of the new conversation form. */
export const NewConversationSearch = v.object({ to: filter(v.string()), from: filter(v.string()) })
