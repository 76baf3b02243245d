import { TURN_FAILURES } from '@replywright/contract/causes.ts'
import * as v from 'valibot'
import { filter } from '../shell/search.ts'

/** The inbox filters in the URL. */
export const InboxSearch = v.object({
  show: filter(v.picklist(['needs-human', 'mine', 'unread', 'done'])),
  search: filter(v.pipe(v.string(), v.maxLength(100))),
  number: filter(v.string()),
  failure: filter(v.picklist(TURN_FAILURES)),
})
export type InboxSearch = v.InferOutput<typeof InboxSearch>

/** Keeps the filters of the list in a link between its pages. */
export function listSearch({ show, search, number, failure }: InboxSearch): InboxSearch {
  return { show, search, number, failure }
}

/** Returns the API query of the filters. By default it is for conversations that are not done; a search finds all. */
export function inboxQuery({ show, search, number, failure }: InboxSearch) {
  return {
    search,
    failure,
    msgNumber: number,
    ...(show === 'unread' && { unread: 'true' as const }),
    ...(show === 'needs-human' && { needsHuman: 'true' as const }),
    ...(show === 'mine' && { mine: 'true' as const }),
    ...(show === 'done' && { done: 'true' as const }),
    ...(show === undefined && !search && { done: 'false' as const }),
  }
}

/** The message composers; text by default. */
const COMPOSERS = ['buttons', 'cards', 'number', 'call', 'catalog', 'address', 'template', 'note'] as const
export type Composer = (typeof COMPOSERS)[number] | undefined
export const ConversationSearch = v.object({
  compose: filter(v.picklist(COMPOSERS)),
  /** The message that is scrolled to. */
  message: filter(v.string()),
})
