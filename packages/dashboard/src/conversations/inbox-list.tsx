import { listInbox } from '@messaging/contract/dashboard/conversations.ts'
import { IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../api/read.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { CursorPager } from '../ui/pager.tsx'
import { type InboxSearch, inboxQuery, isFiltered } from './filters.ts'
import classes from './inbox-list.module.css'
import { InboxRow } from './inbox-row.tsx'
import { words } from './words.ts'

const POLL_MS = 5_000

export function InboxList({ search }: { readonly search: InboxSearch }) {
  const query = useQuery({
    ...readList(listInbox, { query: inboxQuery(search) }),
    refetchInterval: search.cursor === undefined && POLL_MS,
  })
  return (
    <div className={classes.scroller}>
      <Loaded query={query}>
        {({ results, nextCursor }) => (
          <>
            {results.length > 0 ? (
              <ul className={classes.rows} aria-label={words.title}>
                {results.map((conversation) => (
                  <li key={conversation.id}>
                    <InboxRow conversation={conversation} />
                  </li>
                ))}
              </ul>
            ) : (
              <NoConversations show={search.show} isFiltered={isFiltered(search)} hasMore={nextCursor !== null} />
            )}
            <CursorPager cursor={search.cursor} nextCursor={nextCursor} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function NoConversations({
  show,
  isFiltered: filtered,
  hasMore,
}: {
  readonly show: string | undefined
  readonly isFiltered: boolean
  readonly hasMore: boolean
}) {
  if (hasMore)
    return (
      <EmptyState icon={IconMessages} title={words.empty.noMatchOnPage}>
        {words.empty.tryOlder}
      </EmptyState>
    )
  if (filtered)
    return (
      <EmptyState
        icon={IconMessages}
        title={show === 'needs-human' ? words.empty.noneWaiting : words.empty.noMatch}
        action={
          <LinkButton to="/conversations" variant="default">
            {words.empty.showAll}
          </LinkButton>
        }
      />
    )
  return (
    <EmptyState icon={IconMessages} title={words.empty.title}>
      {words.empty.hint}
    </EmptyState>
  )
}
