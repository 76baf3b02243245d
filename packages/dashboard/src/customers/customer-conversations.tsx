import { Stack, Text } from '@mantine/core'
import type { Customer } from '@replywright/contract/customers.ts'
import { getConversationDetails } from '@replywright/contract/dashboard/conversations.ts'
import { getThread } from '@replywright/contract/dashboard/thread.ts'
import { printable } from '@replywright/contract/printable.ts'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../api/call.ts'
import { authorName } from '../conversations/name-words.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { usdText } from '../ui/number-text.ts'
import { Panel } from '../ui/page.tsx'
import { Hint, PhoneNumber } from '../ui/text.tsx'
import { providerText } from '../ui/usd-words.ts'
import { When } from '../ui/when.tsx'
import { costOfAll } from './cost-of-all.ts'

type Conversations = Customer['conversations']
interface Row {
  readonly conversation: Conversations[number]
  readonly lastMessage: string
  readonly at: string | undefined
}

const COLUMNS: readonly Column<Row>[] = [
  {
    title: 'Business number',
    render: ({ conversation: { id, msgNumber, isSandbox } }) => (
      <Link to="/conversations/$id" params={{ id }}>
        {isSandbox ? 'Sandbox number' : <PhoneNumber number={msgNumber} />}
      </Link>
    ),
    unlabelled: true,
  },
  { title: 'Messages', render: ({ conversation }) => conversation.messages, align: 'end' },
  { title: 'Last message', render: ({ lastMessage }) => <bdi>{lastMessage}</bdi> },
  { title: 'Last activity', render: ({ at }) => at && <When at={at} /> },
]

/** The conversations of a customer with all numbers of the organisation, and what they cost together. */
export function CustomerConversations({ conversations }: { readonly conversations: Conversations }) {
  const details = useQueries({
    queries: conversations.map(({ id }) => read(getConversationDetails, { params: { id } })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })
  const rows = conversations.map((conversation) => {
    const found = details.find(({ id }) => id === conversation.id)
    return { conversation, lastMessage: printable(found?.lastMessage ?? ''), at: found?.lastActivityAt }
  })
  const usd = details.length === conversations.length ? costOfAll(details.map((each) => each.usd)) : undefined
  return (
    <>
      <Panel title="Conversations">
        <DataTable
          label="Conversations of the customer"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ conversation: { id } }) => id}
        />
      </Panel>
      {usd && (
        <Panel title="Cost">
          <Facts>
            <Fact name="Provider">{providerText(usd)}</Fact>
            <Fact name="Models">{usdText(Number(usd.model))}</Fact>
            <Fact name="AWS">about {usdText(Number(usd.aws))}</Fact>
          </Facts>
        </Panel>
      )}
    </>
  )
}

/** The latest notes of members in all conversations of a customer, the newest first. */
export function CustomerNotes({ conversations }: { readonly conversations: Conversations }) {
  const notes = useQueries({
    queries: conversations.map(({ id }) => read(getThread, { params: { id } })),
    combine: (results) =>
      results
        .flatMap(({ data }) => data?.events ?? [])
        .filter(({ kind }) => kind === 'note')
        .toSorted((one, other) => other.at.localeCompare(one.at)),
  })
  if (notes.length === 0) return null
  return (
    <Panel title="Notes">
      <Stack gap="sm">
        {notes.map(({ id, at, author, text }) => (
          <div key={id}>
            <Text style={{ whiteSpace: 'pre-wrap' }}>{printable(text ?? '')}</Text>
            <Hint>
              {authorName(author)}, <When at={at} />
            </Hint>
          </div>
        ))}
      </Stack>
    </Panel>
  )
}
