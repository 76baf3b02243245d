import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import {
  type Customer,
  type CustomerMergePreview,
  mergeCustomers,
  previewCustomerMerge,
} from '@replywright/contract/customers.ts'
import { type InboxConversation, listInbox } from '@replywright/contract/dashboard/conversations.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { read } from '../api/call.ts'
import { moveDrafts } from '../api/drafts.ts'
import { contactName, numberWords } from '../conversations/name-words.ts'
import { Allowed } from '../ui/allowed.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { actions, type Column, DataTable } from '../ui/data-table.tsx'
import { FormError } from '../ui/form-parts.tsx'
import { Loaded, Panel } from '../ui/page.tsx'
import { Bullets, Hint, PhoneNumber } from '../ui/text.tsx'
import { useAction } from '../ui/use-action.ts'
import { When } from '../ui/when.tsx'
import { candidatesOf, type MergeCandidate, windowsText } from './merge-words.ts'

/** Merges another customer into this one: finds it, shows what would change, and asks for confirmation. */
export function MergePanel({ data }: { readonly data: Customer }) {
  const [text, setText] = useState('')
  const [wanted, setWanted] = useState('')
  const [other, setOther] = useState<MergeCandidate>()
  const search = (event: FormEvent) => {
    event.preventDefault()
    setWanted(text.trim())
  }
  return (
    <Panel title="Merge">
      <Stack gap="sm">
        <Text>
          If another customer is the same person, make both one. You see what moves before, and can undo it for 30 days.
        </Text>
        <Allowed endpoint={mergeCustomers}>
          <form onSubmit={search}>
            <Group align="end" gap="xs">
              <TextInput
                label="The other customer"
                description="A name, a number or a customer ID"
                autoComplete="off"
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
              />
              <Button type="submit" variant="default" disabled={text.trim() === ''}>
                Find customers
              </Button>
            </Group>
          </form>
        </Allowed>
        {wanted !== '' && <Candidates wanted={wanted} data={data} onChoose={setOther} />}
      </Stack>
      {other && <MergeDialog data={data} other={other} onClose={() => setOther(undefined)} />}
    </Panel>
  )
}

const COLUMNS: readonly Column<MergeCandidate>[] = [
  { title: 'Customer', render: ({ name }) => <bdi>{name}</bdi>, unlabelled: true },
  { title: 'Known as', render: ({ shown }) => <bdi>{shown}</bdi> },
]

function Candidates({
  wanted,
  data,
  onChoose,
}: {
  readonly wanted: string
  readonly data: Customer
  readonly onChoose: (other: MergeCandidate) => void
}) {
  const query = useQuery(read(listInbox, { query: { search: wanted } }))
  const choose = actions<MergeCandidate>((row) => (
    <Button size="compact-xs" variant="default" onClick={() => onChoose(row)}>
      Preview
    </Button>
  ))
  return (
    <Loaded query={query}>
      {({ results }) => {
        const rows = candidatesOf(wanted, results.map(candidate), data)
        if (rows.length === 0) return <Text>No other customer has this name, number or ID.</Text>
        return (
          <DataTable
            label="Customers that were found"
            columns={[...COLUMNS, choose]}
            rows={rows}
            rowKey={({ key }) => key}
          />
        )
      }}
    </Loaded>
  )
}

function candidate({ contact }: InboxConversation): MergeCandidate {
  const key = contact.phoneNumber || `user:${contact.userId ?? ''}`
  return { key, name: contactName(contact), shown: numberWords(contact.phoneNumber) || (contact.userId ?? '') }
}

/** Shows what a merge would change, and makes it. */
function MergeDialog({
  data,
  other,
  onClose,
}: {
  readonly data: Customer
  readonly other: MergeCandidate
  readonly onClose: () => void
}) {
  const query = useQuery(read(previewCustomerMerge, { params: { customer: data.id }, query: { other: other.key } }))
  const onDone = () => {
    for (const { id, continuesIn } of query.data?.conversations ?? []) if (continuesIn) moveDrafts(id, continuesIn)
    onClose()
  }
  const merging = useAction(mergeCustomers, { done: 'Customers merged', onDone })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Merge ${other.name} into ${data.name || 'this customer'}?`}
      confirm="Merge customers"
      isEmpty={query.data === undefined}
      onConfirm={() => merging.mutate({ params: { customer: data.id }, body: { other: other.key } })}
      isPending={merging.isPending}
      error={merging.error}
    >
      {query.data ? <Preview preview={query.data} /> : <FormError error={query.error} />}
    </ConfirmDialog>
  )
}

function Preview({ preview }: { readonly preview: CustomerMergePreview }) {
  const { other, conversations, memory, optedOut, undoUntil } = preview
  return (
    <Stack gap="xs">
      <Text fw={600}>Names that move</Text>
      <Bullets>
        {other.names.map(({ kind, value }) => (
          <li key={`${kind} ${value}`}>{kind === 'phone' ? <PhoneNumber number={value} /> : <bdi>{value}</bdi>}</li>
        ))}
        {other.names.length === 0 && <li>None</li>}
      </Bullets>
      <Text fw={600}>Conversations</Text>
      <Bullets>
        {conversations.map((conversation) => (
          <li key={conversation.id}>
            {windowsText(conversation)}
            {conversation.windowUntil && (
              <>
                {' '}
                Its service window closes <When at={conversation.windowUntil} />.
              </>
            )}
          </li>
        ))}
        {conversations.length === 0 && <li>None</li>}
      </Bullets>
      {memory.length > 0 && (
        <>
          <Text fw={600}>Remembered by agents</Text>
          <Bullets>
            {memory.map(({ agentId, key, value, replaced }) => (
              <li key={`${agentId} ${key}`}>
                {key}: {valueText(value)}
                {replaced !== null && ` (newer than ${valueText(replaced)}, which is replaced)`}
              </li>
            ))}
          </Bullets>
        </>
      )}
      <Text>Marketing is {optedOut ? 'refused, because one of the two refused it' : 'allowed'} after the merge.</Text>
      <Hint>
        You can undo this. The time to do so ends <When at={undoUntil} />.
      </Hint>
    </Stack>
  )
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
