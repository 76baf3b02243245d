import { type InboxConversation, listInbox } from '@messaging/contract/dashboard/conversations.ts'
import { IconMessages, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { CursorPager } from '../ui/pager.tsx'
import { When } from '../ui/when.tsx'
import { contactName, numberWords } from './contact-words.ts'
import { AnsweredBy, WindowBadge } from './conversation-badges.tsx'
import { inboxQuery, isFiltered } from './filters.ts'
import { InboxFilters } from './inbox-filters.tsx'
import classes from './inbox-page.module.css'

const route = getRouteApi('/shell/conversations')
const POLL_MS = 5_000

const COLUMNS: readonly Column<InboxConversation>[] = [
  {
    title: 'Contact',
    unlabelled: true,
    render: ({ id, contact, lastMessage }) => (
      <div className={classes.contact}>
        <div>
          <Link to="/conversations/$id" params={{ id }} className="row-link">
            {contactName(contact)}
          </Link>
          {contact.name && <span className={classes.number}> {numberWords(contact.phoneNumber)}</span>}
        </div>
        {lastMessage && <div className={classes.preview}>{lastMessage}</div>}
      </div>
    ),
  },
  { title: 'Handled by', render: (conversation) => <AnsweredBy conversation={conversation} /> },
  { title: 'Window', render: ({ window }) => <WindowBadge {...window} /> },
  { title: 'Number', render: ({ msgNumber, isSandbox }) => (isSandbox ? 'Sandbox' : numberWords(msgNumber)) },
  { title: 'Last message', render: ({ lastMessageAt }) => (lastMessageAt ? <When at={lastMessageAt} /> : '–') },
]

export function InboxPage() {
  const search = route.useSearch()
  const query = useQuery({
    ...readList(listInbox, { query: inboxQuery(search) }),
    refetchInterval: search.cursor === undefined && POLL_MS,
  })
  return (
    <Page
      title="Conversations"
      description="Conversations with your customers. Latest activity first."
      actions={
        <LinkButton to="/conversations/new" leftSection={<IconPlus size={16} aria-hidden />}>
          New conversation
        </LinkButton>
      }
    >
      <InboxFilters search={search} />
      <Loaded query={query}>
        {({ results, nextCursor }) => (
          <>
            {results.length > 0 ? (
              <DataTable label="Conversations" columns={COLUMNS} rows={results} rowKey={({ id }) => id} />
            ) : (
              <NoConversations show={search.show} isFiltered={isFiltered(search)} hasMore={nextCursor !== null} />
            )}
            <CursorPager cursor={search.cursor} nextCursor={nextCursor} />
          </>
        )}
      </Loaded>
    </Page>
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
      <EmptyState icon={IconMessages} title="No matches on this page">
        Few matches here; try older results.
      </EmptyState>
    )
  if (filtered)
    return (
      <EmptyState
        icon={IconMessages}
        title={show === 'needs-human' ? 'No customers waiting' : 'No matching conversations'}
        action={
          <LinkButton to="/conversations" variant="default">
            Show all conversations
          </LinkButton>
        }
      />
    )
  return (
    <EmptyState icon={IconMessages} title="No conversations yet">
      Conversations start when a customer writes to one of your numbers, or when you send a template.
    </EmptyState>
  )
}
