import type { TurnFailure } from '@replywright/contract/causes.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { SANDBOX_PHONE_NUMBER_ID } from '../channel/numbers/numbers.ts'
import { foldText } from '../platform/fold-text.ts'
import type { ConversationItem } from './conversation-entity.ts'
import { isDone, unreadOf } from './inbox-view.ts'
import { isTakenOver } from './is-taken-over.ts'
import { judgeWaiting } from './judge-waiting.ts'
import type { Route } from './routing/effective-route.ts'

export interface InboxFilter {
  /** Each word matches a part of the contact's names and numbers, also former ones, or a user id. Digits may have common separators. */
  readonly search?: string
  /** Digits without plus. @default all numbers but the sandbox number */
  readonly msgNumber?: string
  readonly needsHuman?: boolean
  readonly takenOver?: boolean
  readonly unread?: boolean
  /** Whether the user `userId` of the matcher has taken it over. */
  readonly mine?: boolean
  readonly done?: boolean
  readonly failure?: TurnFailure
}

type Filtered = Pick<
  ConversationItem,
  | 'contactName'
  | 'contactNumber'
  | 'contactUserId'
  | 'contactUsername'
  | 'left'
  | 'msgNumber'
  | 'phoneNumberId'
  | 'handoff'
  | 'humanNeededSince'
  | 'humanTakeoverUntil'
  | 'takenOverBy'
  | 'inboundSeq'
  | 'readSeq'
  | 'answeredSeq'
  | 'failure'
  | 'reachedLimit'
  | 'waitingAt'
  | 'settledSeq'
  | 'doneSeq'
> & {
  /** The mode of the effective route. @default unknown */
  readonly mode?: Route['mode']
}

/** Returns whether a filter can exclude conversations that are not done. */
export function isFiltered(filter: InboxFilter): boolean {
  const { search, msgNumber, needsHuman, takenOver, unread, mine, done, failure } = filter
  const values = [search || undefined, msgNumber, needsHuman, takenOver, unread, mine, done || undefined, failure]
  return values.some((value) => value !== undefined)
}

/** Returns a function that tells whether a conversation matches a filter of a user. */
export function inboxMatcher(filter: InboxFilter, now: EpochMs, userId: string): (conversation: Filtered) => boolean {
  const { search = '', msgNumber, needsHuman, takenOver, unread, mine, done, failure } = filter
  const wanted = isDigits(search) ? [search] : search.split(/\s+/).filter((word) => word !== '')
  const words = wanted.map((word) => ({
    text: foldText(word),
    digits: isDigits(word) ? word.replace(/\D/g, '') : undefined,
  }))
  return (conversation) => {
    const { contactName, contactNumber = '', contactUserId = '', contactUsername = '', left = [] } = conversation
    const isTrial = conversation.phoneNumberId.startsWith(SANDBOX_PHONE_NUMBER_ID)
    if ((msgNumber !== undefined || isTrial) && conversation.msgNumber !== msgNumber) return false
    if (needsHuman !== undefined && (judgeWaiting(conversation, now) !== undefined) !== needsHuman) return false
    if (takenOver !== undefined && isTakenOver(conversation, now) !== takenOver) return false
    const isMine = isTakenOver(conversation, now) && conversation.takenOverBy?.userId === userId
    if (mine !== undefined && isMine !== mine) return false
    if (done !== undefined && isDone(conversation) !== done) return false
    if (unread !== undefined && unreadOf(conversation) > 0 !== unread) return false
    if (failure !== undefined && conversation.failure?.cause !== failure) return false
    if (words.length === 0) return true
    const former = left.map((each) => each.name)
    const numbers = [contactNumber, ...former.filter((each) => /^\d+$/.test(each))]
    const usernames = valuesOf([`@${contactUsername}`, ...former], '@')
    const ids = valuesOf([`user:${contactUserId}`, ...former], 'user:')
    const name = foldText(contactName)
    return words.every(
      ({ text, digits }) =>
        name.includes(text) ||
        (digits
          ? numbers.some((each) => hasDigits(each, digits))
          : usernames.some((each) => each.includes(text.replace(/^@/, ''))) ||
            ids.includes(text.replace(/^user:/, ''))),
    )
  }
}

/** Returns the folded values of names (`nameKey`) of a kind. */
function valuesOf(names: readonly string[], prefix: '@' | 'user:'): string[] {
  return names.flatMap((name) =>
    name.startsWith(prefix) && name.length > prefix.length ? [foldText(name.slice(prefix.length))] : [],
  )
}

/** Returns whether a search is for a phone number: digits with common separators. */
export function isDigits(search: string): boolean {
  return /\d/.test(search) && /^[+\d\s().-]+$/.test(search)
}

/** Returns whether digits are a part of a number, also with the prefix of national or international calls. */
function hasDigits(number: string, digits: string): boolean {
  return number.includes(digits) || (digits.length > 3 && number.includes(digits.replace(/^00?(?=[1-9])/, '')))
}
