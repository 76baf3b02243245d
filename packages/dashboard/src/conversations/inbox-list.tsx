import { Button, Text } from '@mantine/core'
import { createConversation } from '@messaging/contract/conversations.ts'
import { IconMessages } from '@tabler/icons-react'
import { useRef } from 'react'
import { isFiltered } from '../shell/filter.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { tellError } from '../ui/tell.ts'
import { relativeTime } from '../ui/time-words.ts'
import { useNow } from '../ui/use-now.ts'
import { type InboxSearch, inboxQuery } from './filters.ts'
import classes from './inbox-list.module.css'
import { InboxRow } from './inbox-row.tsx'
import type { InboxRows } from './inbox-rows.ts'
import { useInbox } from './use-inbox.ts'
import { useInboxKeys } from './use-inbox-keys.ts'
import { useKeptScroll } from './use-kept-scroll.ts'
import { useReadWhileOpen } from './use-read-mark.ts'

const EMPTY_TEXTS = {
  unread: 'No unread messages',
  'needs-human': 'No customers waiting',
  'taken-over': 'No conversations taken over',
}

const NONE: ReadonlySet<string> = new Set()

/** The conversations that match the filters in the URL, live. `openId` is the opened one. */
export function InboxList({ search, openId }: { readonly search: InboxSearch; readonly openId: string | undefined }) {
  const { query, older } = useInbox(search, openId)
  const scroller = useRef<HTMLDivElement>(null)
  const { data } = query
  useInboxKeys(scroller, data?.rows)
  useReadWhileOpen(
    openId,
    data?.rows.find(({ id }) => id === openId),
  )
  const onScroll = useKeptScroll(scroller, data?.fresh ?? NONE)
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
              <ul className={classes.rows} aria-label="Conversations">
                {inbox.rows.map((conversation) => (
                  <InboxRow
                    key={conversation.id}
                    conversation={conversation}
                    isFresh={inbox.fresh.has(conversation.id)}
                  />
                ))}
              </ul>
            )}
            {inbox.rows.length === 0 && inbox.nextCursor === null && <NoConversations search={search} />}
            {inbox.nextCursor !== null && (
              <Older
                inbox={inbox}
                isFiltered={isFiltered(search)}
                isLoading={older.isPending || query.isPlaceholderData}
                onLoad={(cursor) => older.mutate(cursor, { onError: tellError })}
              />
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}

/** Loads older conversations. With a filter, says how far the service looked. */
function Older({
  inbox: { nextCursor, looked, backTo, rows },
  isFiltered: filtered,
  isLoading,
  onLoad,
}: {
  readonly inbox: InboxRows
  readonly isFiltered: boolean
  readonly isLoading: boolean
  readonly onLoad: (cursor: string) => void
}) {
  const time = useNow((now) => (backTo === null ? '' : relativeTime(Date.parse(backTo), now)))
  const far = time
    ? `Searched ${looked} conversations, back to ${time}.`
    : `Searched ${looked} ${looked === 1 ? 'conversation' : 'conversations'}.`
  return (
    <div className={classes.older}>
      {filtered && (
        <Text size="xs" c="dimmed" role="status">
          {rows.length === 0 ? `No matches yet. ${far}` : far}
        </Text>
      )}
      <Button
        size="compact-sm"
        variant="default"
        loading={isLoading}
        onClick={() => nextCursor !== null && onLoad(nextCursor)}
      >
        {filtered ? 'Search older' : 'Load older conversations'}
      </Button>
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
  const isOnlyTab = search.search === undefined && search.number === undefined
  return (
    <EmptyState
      icon={IconMessages}
      title={(isOnlyTab && search.show && EMPTY_TEXTS[search.show]) || 'No matching conversations'}
      action={
        <LinkButton to="." search={{}} variant="default">
          Show all conversations
        </LinkButton>
      }
    />
  )
}
