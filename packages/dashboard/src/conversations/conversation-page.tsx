import { ActionIcon, Button, Title } from '@mantine/core'
import { type ConversationDetails, getConversationDetails } from '@replywright/contract/dashboard/conversations.ts'
import { closeConversation, type ThreadMessage } from '@replywright/contract/dashboard/thread.ts'
import { IconArrowLeft, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { read } from '../api/call.ts'
import { pollEvery } from '../api/query-client.ts'
import chat from '../chat/chat.module.css'
import { Allowed } from '../ui/allowed.tsx'
import { useDocumentTitle } from '../ui/document-title.ts'
import { Face } from '../ui/face.tsx'
import { IconLink } from '../ui/link-button.tsx'
import { tellError } from '../ui/notices.tsx'
import { Loaded, RowsSkeleton } from '../ui/page.tsx'
import { useShortcut } from '../ui/shortcut.tsx'
import { Hint, PhoneNumber } from '../ui/text.tsx'
import { Composer } from './composer/composer.tsx'
import { useOutbox } from './composer/use-outbox.ts'
import { ContactName } from './contact-name.tsx'
import classes from './conversation.module.css'
import { ConversationChat } from './conversation-chat.tsx'
import { listSearch } from './filters.ts'
import { focusComposer } from './inbox-keys.ts'
import { contactName } from './name-words.ts'
import { IDLE_MS } from './poll-delay.ts'
import { SidePanel } from './side/side-panel.tsx'
import type { Thread } from './thread.ts'
import { useDone } from './use-done.ts'
import { useThread } from './use-thread.ts'

const route = getRouteApi('/shell/conversations/$id')

/** An opened conversation: the thread and the composer, and beside them the customer. */
export function ConversationPage() {
  const { id } = route.useParams()
  const { query, older } = useThread(id)
  const thread = query.data
  const details = useDetails(id, thread)
  const [isPanelOpen, setPanelOpen] = useState<boolean | undefined>()
  const title = thread ? contactName(thread.conversation.contact) : 'Conversation'
  useDocumentTitle(title)
  return (
    <div className={classes.layout} data-panel={isPanelOpen}>
      <div className={classes.thread}>
        <header className={classes.header}>
          <BackToList />
          {thread && <Face name={title} />}
          <div className={classes.title}>
            <Title order={1} size="h4" className={classes.name}>
              {thread ? <ContactName contact={thread.conversation.contact} /> : title}
            </Title>
            {thread?.conversation.contact.name && (
              <Hint truncate>
                <PhoneNumber number={thread.conversation.contact.phoneNumber} />
              </Hint>
            )}
          </div>
          {thread && <DoneButton conversation={thread.conversation} />}
          <ActionIcon
            size="lg"
            aria-label="Customer details"
            title="Customer details"
            aria-pressed={isPanelOpen}
            onClick={({ currentTarget }) => setPanelOpen(!isShown(currentTarget, isPanelOpen))}
          >
            <IconInfoCircle size={20} aria-hidden />
          </ActionIcon>
        </header>
        <div className={chat.messages}>
          <Loaded query={query} skeleton={<RowsSkeleton rows={4} />}>
            {(data) => (
              <ThreadAndComposer
                thread={data}
                details={details}
                older={{
                  isLoading: older.isPending,
                  load: () => !older.isPending && older.mutate(data, { onError: tellError }),
                }}
              />
            )}
          </Loaded>
        </div>
      </div>
      <aside className={classes.side} aria-label="Customer details">
        {thread && <SidePanel thread={thread} details={details} onClose={() => setPanelOpen(false)} />}
      </aside>
    </div>
  )
}

/** Closes the conversation and opens the next one, or reopens it. A message of the customer reopens it, too. */
function DoneButton({ conversation: { id, isDone } }: { readonly conversation: Thread['conversation'] }) {
  const done = useDone()
  return (
    <Allowed endpoint={closeConversation} hides>
      <Button
        size="compact-sm"
        variant="default"
        title={isDone ? undefined : 'Marks the conversation as done and opens the next one'}
        loading={done.isPending}
        leftSection={isDone ? undefined : <IconCheck size={14} aria-hidden />}
        onClick={() => done.set?.(id, !isDone)}
      >
        {isDone ? 'Reopen' : 'Done'}
      </Button>
    </Allowed>
  )
}

function ThreadAndComposer({
  thread,
  details,
  older,
}: {
  readonly thread: Thread
  readonly details: ConversationDetails | undefined
  readonly older: { readonly isLoading: boolean; readonly load: () => void }
}) {
  const { compose, message } = route.useSearch()
  const outbox = useOutbox(thread.conversation.id)
  const [quoted, setQuoted] = useState<ThreadMessage>()
  const [edited, setEdited] = useState<ThreadMessage>()
  const navigate = route.useNavigate()
  const quote = useCallback(
    (wanted: ThreadMessage) => {
      setQuoted(wanted)
      void navigate({ search: (before) => ({ ...before, compose: undefined }) })
    },
    [navigate],
  )
  useShortcut('r', focusComposer, 'Reply')
  useShortcut(
    'n',
    () => void navigate({ search: (before) => ({ ...before, compose: 'note' as const }) }),
    'Write an internal note',
  )
  return (
    <>
      <ConversationChat
        thread={thread}
        details={details}
        outbox={outbox}
        older={older}
        target={message}
        onQuote={quote}
        onEdit={setEdited}
      />
      <Composer
        conversation={thread.conversation}
        details={details}
        kind={compose}
        outbox={outbox}
        quoted={quoted}
        onUnquote={() => setQuoted(undefined)}
        edited={edited}
        onEdited={(replyTo) => {
          setQuoted((before) => thread.messages.find(({ id }) => id === replyTo) ?? before)
          setEdited(undefined)
        }}
      />
    </>
  )
}

/** Returns the details of a conversation. Reads them again when the thread has changed, and every minute. */
function useDetails(id: string, thread: Thread | undefined): ConversationDetails | undefined {
  const { data, refetch } = useQuery({
    ...read(getConversationDetails, { params: { id } }),
    // The thread, which is polled more often, shows when the routing, names and tool calls have changed.
    refetchInterval: pollEvery(IDLE_MS.details),
  })
  const { mode = null, waiting = null, takeover } = thread?.conversation ?? {}
  const version =
    thread &&
    [thread.messages.at(-1)?.id, thread.events.at(-1)?.id, mode, waiting?.kind, waiting?.since, takeover?.until].join()
  const known = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (known.current !== undefined && known.current !== version) void refetch()
    known.current = version
  }, [version, refetch])
  return data
}

/** Returns whether the panel is shown. By default, the width of the screen decides. */
function isShown(element: Element, chosen: boolean | undefined): boolean {
  const panel = element.closest(`.${classes.layout}`)?.querySelector('aside')
  return chosen ?? (panel !== null && panel !== undefined && getComputedStyle(panel).display !== 'none')
}

/** Leads from an opened conversation to the list, with its filters. Shown on narrow screens, which show one of both. */
function BackToList() {
  return (
    <IconLink
      component="a"
      className={classes.back}
      to="/conversations"
      search={listSearch}
      size="lg"
      aria-label="Back to conversations"
    >
      <IconArrowLeft size={20} aria-hidden />
    </IconLink>
  )
}
