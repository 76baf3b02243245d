import { Button, Text } from '@mantine/core'
import { createConversation } from '@replywright/contract/conversations.ts'
import { IconMessages } from '@tabler/icons-react'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { isFiltered } from '../shell/search.ts'
import { EmptyState, NoMatches } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/page.tsx'
import { Hint } from '../ui/text.tsx'
import { relativeTime } from '../ui/time-words.ts'
import { useNow } from '../ui/use-now.ts'
import { type InboxSearch, inboxQuery } from './filters.ts'
import classes from './inbox.module.css'
import { moveFocus, useInboxKeys, useTabStop } from './inbox-keys.ts'
import { InboxRow } from './inbox-row.tsx'
import { type InboxRows, namesakesIn } from './inbox-rows.ts'
import { showOrder } from './shown-order.ts'
import { useInbox } from './use-inbox.ts'
import { useReadWhileOpen } from './use-read-mark.ts'

const EMPTY_TEXTS = {
  'needs-human': 'No customers waiting',
  mine: 'You have taken over no conversation',
  unread: 'No unread messages',
  done: 'No conversations done',
}

/** The conversations that match the filters in the URL, live. `openId` is the opened one. */
export function InboxList({ search, openId }: { readonly search: InboxSearch; readonly openId: string | undefined }) {
  const { query, older, loadOlder } = useInbox(search, openId)
  const scroller = useRef<HTMLDivElement>(null)
  const { data } = query
  useInboxKeys(scroller, data?.rows)
  useEffect(() => showOrder(data?.rows.map(({ id }) => id) ?? []), [data?.rows])
  const { stop, onFocus } = useTabStop(data?.rows, openId)
  useReadWhileOpen(
    openId,
    data?.rows.find(({ id }) => id === openId),
  )
  const namesakes = useMemo(() => namesakesIn(data?.rows ?? []), [data?.rows])
  const onScroll = useKeptScroll(scroller, data)
  return (
    <div
      // Another filter begins at the top.
      key={JSON.stringify(inboxQuery(search))}
      ref={scroller}
      className={classes.scroller}
      onScroll={onScroll}
      aria-busy={query.isPlaceholderData}
    >
      <Loaded query={query}>
        {(inbox) => (
          <>
            {inbox.rows.length > 0 && (
              <ul aria-label="Conversations" onFocus={onFocus} onKeyDown={moveFocus}>
                {inbox.rows.map((conversation) => (
                  <InboxRow
                    key={conversation.id}
                    conversation={conversation}
                    isFresh={inbox.fresh.has(conversation.id)}
                    isTabStop={conversation.id === stop}
                    hasNamesake={namesakes.has(conversation.contact.name)}
                  />
                ))}
              </ul>
            )}
            {inbox.rows.length === 0 && inbox.nextCursor === null && <NoConversations search={search} />}
            {inbox.hasMore && (
              <Text className={classes.older} size="xs" c="dimmed">
                More customers are waiting. The list shows those who wait longest.
              </Text>
            )}
            {inbox.nextCursor !== null && (
              <Older
                inbox={inbox}
                isFiltered={isFiltered(search)}
                goesOn={search.search !== undefined && !older.isError}
                isLoading={older.isPending || query.isPlaceholderData}
                onLoad={loadOlder}
              />
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}

/** A search goes on by itself until it has as many conversations, or has looked at as many. */
const ENOUGH_FOUND = 25
const ENOUGH_LOOKED = 10_000

/** Loads older conversations. With a filter, says how far the service looked. A search `goesOn` by itself. */
function Older({
  inbox: { nextCursor, looked, backTo, rows },
  isFiltered: filtered,
  goesOn,
  isLoading,
  onLoad,
}: {
  readonly inbox: InboxRows
  readonly isFiltered: boolean
  readonly goesOn: boolean
  readonly isLoading: boolean
  readonly onLoad: (cursor: string) => void
}) {
  const [isStopped, setStopped] = useState(false)
  const isSearching = goesOn && !isStopped && rows.length < ENOUGH_FOUND && looked < ENOUGH_LOOKED
  const load = useEffectEvent(() => nextCursor !== null && onLoad(nextCursor))
  useEffect(() => {
    if (isSearching && !isLoading) load()
  }, [isSearching, isLoading])
  const time = useNow((now) => (backTo === null ? '' : relativeTime(Date.parse(backTo), now)))
  const conversations = looked === 1 ? '1 conversation' : `${looked.toLocaleString('en')} conversations`
  const far = time ? `Searched ${conversations}, back to ${time}.` : `Searched ${conversations}.`
  return (
    <div className={classes.older}>
      {filtered && <Hint role="status">{rows.length === 0 ? `No matches yet. ${far}` : far}</Hint>}
      {isSearching ? (
        <Button size="compact-sm" variant="default" onClick={() => setStopped(true)}>
          Stop
        </Button>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          loading={isLoading}
          onClick={() => nextCursor !== null && onLoad(nextCursor)}
        >
          {filtered ? 'Search older' : 'Load older conversations'}
        </Button>
      )}
    </div>
  )
}

function NoConversations({ search }: { readonly search: InboxSearch }) {
  if (!isFiltered(search))
    return (
      <EmptyState
        icon={IconMessages}
        title="No conversations yet"
        action={
          <LinkButton endpoint={createConversation} to="/conversations/new">
            New conversation
          </LinkButton>
        }
      >
        Conversations start when a customer writes to one of your numbers, or when you send a template.
      </EmptyState>
    )
  const isOnlyTab = [search.search, search.number, search.failure].every((value) => value === undefined)
  return (
    <NoMatches
      icon={IconMessages}
      things="conversations"
      title={(isOnlyTab && search.show && EMPTY_TEXTS[search.show]) || undefined}
    />
  )
}

/** A visible row, and its distance from the top of the visible part in pixels. */
interface Seen {
  readonly id: string
  readonly top: number
}

/**
 * Keeps the visible rows of a scrolled list at their place when rows above them are added or moved. Rows have a
 * `data-id`. Those that are fresh may move. Browsers keep the place only if no visible element moves. After other changes,
 * such as of the focus, which scrolls, the place that was seen last may be an old one.
 */
function useKeptScroll(list: RefObject<HTMLElement | null>, inbox: InboxRows | undefined) {
  const seen = useRef<readonly Seen[]>([])
  const remember = () => {
    const box = list.current
    if (!box) return
    const from = box.getBoundingClientRect().top
    seen.current = [...box.querySelectorAll<HTMLElement>('[data-id]')]
      .map((row) => ({ id: row.dataset.id ?? '', top: row.getBoundingClientRect().top - from }))
      .filter(({ top }) => top > -100 && top < box.clientHeight)
  }
  const keep = useEffectEvent((moved: ReadonlySet<string> | undefined) => {
    const box = list.current
    const anchor = seen.current.find(({ id }) => !moved?.has(id))
    const row = anchor && box?.querySelector(`[data-id="${anchor.id}"]`)
    if (box && row && box.scrollTop > 0)
      box.scrollTop += row.getBoundingClientRect().top - box.getBoundingClientRect().top - anchor.top
    remember()
  })
  useLayoutEffect(() => keep(inbox?.fresh), [inbox])
  return remember
}
