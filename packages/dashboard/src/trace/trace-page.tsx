import { Text } from '@mantine/core'
import { getMessageTrace, type MessageTrace, type TracedEvent } from '@replywright/contract/dashboard/trace.ts'
import { IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { read } from '../api/call.ts'
import { contactName } from '../conversations/name-words.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { CopyId } from '../ui/facts.tsx'
import { Loaded, Page } from '../ui/page.tsx'
import { durationText } from '../ui/time-words.ts'
import { When } from '../ui/when.tsx'
import classes from './trace-page.module.css'
import { eventWords, offsetWords, placeWords } from './trace-words.ts'

const route = getRouteApi('/shell/conversations/$id/trace/$messageId')

/** What happened to a message: from the provider to the turn of the agent, the reply and the deliveries. */
export function TracePage() {
  const { id, messageId } = route.useParams()
  const query = useQuery(read(getMessageTrace, { params: { id, messageId } }))
  const name = query.data ? contactName(query.data.contact) : 'Conversation'
  return (
    <Page
      title="Trace"
      description={<CopyId id={messageId} label="message ID" />}
      crumbs={[
        { label: 'Conversations', link: { to: '/conversations' } },
        { label: name, link: { to: '/conversations/$id', params: { id } } },
      ]}
    >
      <Loaded query={query}>
        {(trace) =>
          trace.events.length === 0 ? (
            <EmptyState icon={IconRoute} title="Nothing is stored any more">
              Deliveries and turns are kept for 30 days.
            </EmptyState>
          ) : (
            <TimeLine trace={trace} />
          )
        }
      </Loaded>
    </Page>
  )
}

function TimeLine({ trace }: { readonly trace: MessageTrace }) {
  const [first] = trace.events
  const numbered = trace.events.map((event, position) => ({ ...event, position }))
  return (
    <>
      <Text c="dimmed" mb="xs">
        {first && (
          <>
            Starts <When at={first.at} />.{' '}
          </>
        )}
        {trace.agent && (
          <>
            Answered by{' '}
            <Link to="/agents/$id" params={{ id: trace.agent.id }}>
              <bdi>{trace.agent.name}</bdi>
            </Link>
            .
          </>
        )}
      </Text>
      <DataTable
        label="Events"
        columns={columnsOf(trace, first?.at ?? '')}
        rows={numbered}
        rowKey={({ position }) => String(position)}
      />
    </>
  )
}

function columnsOf({ conversationId }: MessageTrace, first: string): readonly Column<TracedEvent>[] {
  return [
    {
      title: 'Offset',
      align: 'end',
      className: classes.time,
      render: (event) => offsetWords(event, first),
      tooltip: ({ at }) => at,
    },
    {
      title: 'Took',
      align: 'end',
      className: classes.time,
      render: ({ durationMs }) => (durationMs === null ? '' : durationText(durationMs)),
    },
    {
      title: 'Event',
      unlabelled: true,
      render: ({ what, content, messageId, deliveryId }) => (
        <>
          {deliveryId !== null && (
            <Link to="/deliveries/$id" params={{ id: deliveryId }}>
              {eventWords(what)}
            </Link>
          )}
          {messageId !== null && (
            <Link to="/conversations/$id" params={{ id: conversationId }} search={{ message: messageId }}>
              {eventWords(what)}
            </Link>
          )}
          {content && (
            <Text size="xs" c="dimmed" lineClamp={3} title={content} dir="auto">
              {content}
            </Text>
          )}
        </>
      ),
    },
    { title: 'Where', render: ({ where }) => placeWords(where) },
    {
      title: 'Outcome',
      render: ({ outcome, failed }) => (
        <Text span inherit c={failed ? 'red' : undefined}>
          {outcome}
        </Text>
      ),
    },
  ]
}
