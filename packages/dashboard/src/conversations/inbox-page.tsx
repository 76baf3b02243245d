import { ActionIcon, Title } from '@mantine/core'
import { createConversation } from '@messaging/contract/conversations.ts'
import { IconMessages, IconPlus } from '@tabler/icons-react'
import { createLink, getRouteApi, Outlet, useMatchRoute, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Allowed } from '../ui/allowed.tsx'
import { documentTitle } from '../ui/document-title.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { listSearch } from './filters.ts'
import { InboxFilters } from './inbox-filters.tsx'
import { InboxList } from './inbox-list.tsx'
import classes from './inbox-page.module.css'

const route = getRouteApi('/shell/conversations')
const NewLink = createLink(ActionIcon<'a'>)

/**
 * The frame of the pages of conversations: the list, and beside it the opened page, which fills the rest. Narrow
 * screens show one of the two. The list stays mounted, so that it keeps its scroll position.
 */
export function InboxPage() {
  const search = route.useSearch()
  const isList = useMatchRoute()({ to: '/conversations' }) !== false
  const { id: openId } = useParams({ strict: false })
  return (
    <div className={classes.frame} data-shows={isList ? 'list' : 'page'}>
      <section className={classes.list} aria-labelledby="conversations">
        <header className={classes.header}>
          <Title id="conversations" order={isList ? 1 : 2} size="h4">
            Conversations
          </Title>
          <Allowed endpoint={createConversation} hides>
            <NewLink
              component="a"
              to="/conversations/new"
              search={listSearch}
              variant="default"
              size="md"
              aria-label="New conversation"
              title="New conversation"
            >
              <IconPlus size={16} aria-hidden />
            </NewLink>
          </Allowed>
        </header>
        <InboxFilters search={search} />
        <InboxList search={search} openId={openId} />
      </section>
      <section className={classes.page} aria-label="Opened conversation" data-focus-on-navigation tabIndex={-1}>
        <Outlet />
      </section>
    </div>
  )
}

/** Fills the frame if no conversation is opened. Narrow screens show the list instead. */
export function NoneOpen() {
  useEffect(() => {
    document.title = documentTitle('Conversations')
  }, [])
  return (
    <div className={classes.noneOpen}>
      <EmptyState icon={IconMessages} title="No conversation selected">
        Select one from the list. Press ? for keyboard shortcuts.
      </EmptyState>
    </div>
  )
}
