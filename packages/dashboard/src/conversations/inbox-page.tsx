import { Group, Title } from '@mantine/core'
import { TURN_FAILURES } from '@replywright/contract/causes.ts'
import { createConversation } from '@replywright/contract/conversations.ts'
import { LARGEST_LIMIT } from '@replywright/contract/page.ts'
import { listPhoneNumbers } from '@replywright/contract/phone-numbers.ts'
import { IconMessages, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useMatchRoute, useNavigate, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { readList } from '../api/call.ts'
import { Allowed } from '../ui/allowed.tsx'
import { useDocumentTitle } from '../ui/document-title.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterSelect, SearchField } from '../ui/filters.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { IconLink } from '../ui/link-button.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { usePhoneText } from '../ui/phone-text.ts'
import { useShortcut } from '../ui/shortcut.tsx'
import { useActivity } from './activity.ts'
import { FAILURE_TEXTS } from './failure-words.ts'
import { type InboxSearch, listSearch } from './filters.ts'
import classes from './inbox.module.css'
import { InboxList } from './inbox-list.tsx'

const AnswerAllBar = lazyPart(async () => (await import('./answer-all-bar.tsx')).AnswerAllBar)
const WaitingNotices = lazyPart(async () => (await import('./waiting-notices.tsx')).WaitingNotices)
const route = getRouteApi('/shell/conversations')

/**
 * The frame of the pages of conversations: the list, and beside it the opened page, which fills the rest. Narrow
 * screens show one of the two. The list stays mounted, so that it keeps its scroll position.
 */
export function InboxPage() {
  const search = route.useSearch()
  const isList = useMatchRoute()({ to: '/conversations' }) !== false
  const { id: openId } = useParams({ strict: false })
  useActivity()
  return (
    <div className={classes.frame} data-shows={isList ? 'list' : 'page'}>
      <section className={classes.list} aria-labelledby="conversations" tabIndex={-1}>
        <header className={classes.header}>
          <Title id="conversations" order={isList ? 1 : 2} size="h4">
            Conversations
          </Title>
          <Allowed endpoint={createConversation} hides>
            <IconLink
              component="a"
              to="/conversations/new"
              search={listSearch}
              variant="default"
              size="md"
              aria-label="New conversation"
              title="New conversation"
            >
              <IconPlus size={16} aria-hidden />
            </IconLink>
          </Allowed>
        </header>
        <InboxFilters search={search} />
        <SearchKey />
        <InboxList search={search} openId={openId} />
      </section>
      <section className={classes.page} aria-label="Opened conversation" data-focus-on-navigation tabIndex={-1}>
        <Outlet />
      </section>
    </div>
  )
}

/** `/` moves the focus to the search. */
function SearchKey() {
  useShortcut('/', () => document.querySelector<HTMLElement>('[data-inbox-search]')?.focus(), 'Search conversations')
  return null
}

/** Fills the frame if no conversation is opened. Narrow screens show the list instead. */
export function NoneOpen() {
  useDocumentTitle('Conversations')
  return (
    <div className={classes.noneOpen}>
      <EmptyState icon={IconMessages} title="No conversation selected">
        Select one from the list. Press ? for keyboard shortcuts.
      </EmptyState>
    </div>
  )
}

const SHOWN = [
  { value: undefined, label: 'Open' },
  { value: 'needs-human', label: 'Waiting' },
  { value: 'mine', label: 'Mine' },
  { value: 'unread', label: 'Unread' },
  { value: 'done', label: 'Done' },
] as const

/** The inbox filters. The URL stores them. */
function InboxFilters({ search }: { readonly search: InboxSearch }) {
  const phoneText = usePhoneText()
  const navigate = useNavigate()
  const { data } = useQuery(readList(listPhoneNumbers, { query: { limit: String(LARGEST_LIMIT) } }))
  const numbers = data?.results ?? []
  const set = (change: Partial<InboxSearch>) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true })
  return (
    <div className={classes.filters}>
      <Group gap="xs" wrap="nowrap">
        <SearchField
          type="search"
          data-inbox-search
          label="Search names, numbers and messages"
          placeholder="Search"
          clearLabel="Clear search"
          flex={1}
          maxLength={100}
          value={search.search}
          onSearch={(text) => set({ search: text })}
        />
        {(numbers.length > 1 || search.number !== undefined) && (
          <FilterSelect
            aria-label="Number"
            w="8rem"
            all="All numbers"
            choices={numbers.map(({ number, isSandbox }) => ({
              value: number,
              label: isSandbox ? `${phoneText(number)} (sandbox)` : phoneText(number),
            }))}
            value={search.number}
            onSelect={(number) => set({ number })}
          />
        )}
      </Group>
      {search.failure !== undefined && (
        <FilterSelect
          aria-label="Failure"
          all="With and without failures"
          choices={TURN_FAILURES.map((value) => ({ value, label: FAILURE_TEXTS[value] }))}
          value={search.failure}
          onSelect={(failure) => set({ failure })}
        />
      )}
      <LinkTabs label="Conversations" param="show" value={search.show} tabs={SHOWN} />
      {search.show === 'needs-human' && (
        <Suspense>
          <WaitingNotices />
          <AnswerAllBar search={search} />
        </Suspense>
      )}
    </div>
  )
}
