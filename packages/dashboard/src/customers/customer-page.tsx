import { Alert, Button, Stack, Text } from '@mantine/core'
import { listAgents } from '@replywright/contract/agents.ts'
import type { CustomerName } from '@replywright/contract/customer-names.ts'
import { type Customer, eraseCustomer, exportCustomer, getCustomer } from '@replywright/contract/customers.ts'
import { IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call, read } from '../api/call.ts'
import { Allowed } from '../ui/allowed.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { downloadText } from '../ui/download-text.ts'
import { CopyId, Fact, Facts } from '../ui/facts.tsx'
import { FormError } from '../ui/form-parts.tsx'
import { tell } from '../ui/notices.tsx'
import { FactsSkeleton, Loaded, Page, Panel } from '../ui/page.tsx'
import { Bullets, PhoneNumber } from '../ui/text.tsx'
import { When } from '../ui/when.tsx'
import { CustomerConversations, CustomerNotes } from './customer-conversations.tsx'
import { MergePanel } from './merge-panel.tsx'
import { MergedNotice } from './merged-notice.tsx'

const KIND_NAMES = {
  conversations: 'Conversations',
  messages: 'Messages',
  records: 'Turns and wake-ups',
  memories: 'Remembered values',
  deliveries: 'Deliveries',
  parkedEvents: 'Events that could not be processed',
}

const route = getRouteApi('/shell/customers/$number')

/** The data of a customer on all numbers of the organisation: what there is, its export and its erasure. */
export function CustomerPage() {
  const { number } = route.useParams()
  const query = useQuery(read(getCustomer, { params: { customer: number } }))
  return (
    <Page
      title={query.data ? query.data.name || 'Unnamed customer' : 'Customer'}
      description="Everything that is stored of this customer on all numbers of your organisation."
      crumbs={[{ label: 'Conversations', link: { to: '/conversations' } }]}
    >
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(data) => (
          <>
            {data.lastMerge && <MergedNotice customer={data.id} merge={data.lastMerge} />}
            <Panel title="Details">
              <Facts>
                <Fact name="Number">{/^\d+$/.test(number) ? <PhoneNumber number={number} /> : number}</Fact>
                {data.id !== '' && (
                  <Fact name="Customer ID">
                    <CopyId id={data.id} label="customer ID" />
                  </Fact>
                )}
                <Fact name="Marketing">{data.optedOut ? 'Refused' : 'Allowed'}</Fact>
                <Fact name="Stored">
                  {data.conversations.length === 0 && data.memories === 0 ? 'No conversations' : <Stored data={data} />}
                </Fact>
              </Facts>
            </Panel>
            {data.names.length > 0 && (
              <Panel title="Names">
                <Names names={data.names} />
              </Panel>
            )}
            {data.memory.length > 0 && (
              <Panel title="Remembered by agents">
                <Memory memory={data.memory} />
              </Panel>
            )}
            {data.conversations.length > 0 && <CustomerConversations conversations={data.conversations} />}
            <CustomerNotes conversations={data.conversations} />
            {data.id !== '' && <MergePanel data={data} />}
            <ExportPanel customer={number} />
            <ErasePanel customer={number} data={data} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function shownNumber(customer: string): string {
  return /^\d+$/.test(customer) ? `+${customer}` : customer
}

const NAME_KINDS = {
  phone: 'Phone number',
  user_id: 'User ID',
  parent_user_id: 'User ID of the parent',
  username: 'Username',
} as const

const EVIDENCE = {
  message: 'A message of the customer',
  notice: 'A notice of the provider',
  shared_contact: 'Shared when you asked for it',
  api: 'You wrote to it',
  channel: 'The provider knows the number by another one',
  person: 'A member merged two customers, or undid it',
} as const

const NAME_COLUMNS: readonly Column<CustomerName>[] = [
  {
    title: 'Name',
    render: ({ kind, value }) => (kind === 'phone' ? <PhoneNumber number={value} /> : <bdi>{value}</bdi>),
    unlabelled: true,
  },
  { title: 'Kind', render: ({ kind }) => NAME_KINDS[kind] },
  { title: 'Since', render: ({ from }) => <When at={from} /> },
  { title: 'Until', render: ({ until }) => (until === null ? 'now' : <When at={until} />) },
  { title: 'Shown by', render: ({ evidence }) => EVIDENCE[evidence] },
  { title: 'Ended by', render: ({ endedBy }) => (endedBy === null ? '' : EVIDENCE[endedBy]) },
]

/** The names that the customer has and had, the newest first. */
function Names({ names }: { readonly names: Customer['names'] }) {
  return (
    <DataTable
      label="Names of the customer"
      columns={NAME_COLUMNS}
      rows={names}
      rowKey={({ kind, value, from }) => `${kind} ${value} ${from}`}
    />
  )
}

/** What each agent remembers. */
function Memory({ memory }: { readonly memory: Customer['memory'] }) {
  const { data } = useQuery(read(listAgents, { query: { limit: '100', offset: '0' } }))
  const nameOf = (id: string) => data?.results.find((agent) => agent.id === id)?.name ?? 'Another agent'
  return (
    <Bullets>
      {memory.map(({ agentId, values }) => (
        <li key={agentId}>
          <Link to="/agents/$id" params={{ id: agentId }}>
            {nameOf(agentId)}
          </Link>
          {': '}
          {Object.entries(values)
            .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
            .join(', ')}
        </li>
      ))}
    </Bullets>
  )
}

/** What is stored, as a list. */
function Stored({ data }: { readonly data: Customer }) {
  return (
    <>
      <Bullets>
        {data.conversations.map(({ id, msgNumber, isSandbox, messages }) => (
          <li key={id}>
            {messages === 1 ? '1 message' : `${messages} messages`} with{' '}
            {isSandbox ? 'the sandbox number' : <PhoneNumber number={msgNumber} />}
          </li>
        ))}
        {data.memories > 0 && (
          <li>{data.memories === 1 ? '1 remembered value' : `${data.memories} remembered values`}</li>
        )}
      </Bullets>
      <Text c="dimmed" mt={4}>
        Deliveries of the last 30 days, agent turns, wake-ups and events that could not be processed are included too.
      </Text>
    </>
  )
}

function ExportPanel({ customer }: { readonly customer: string }) {
  const [count, setCount] = useState(0)
  const exporting = useMutation({
    mutationFn: () => exportAll(customer, setCount),
    onSuccess: (lines) => {
      downloadText(`customer-${customer}.jsonl`, 'application/x-ndjson', `${lines.join('\n')}\n`)
      tell(lines.length === 1 ? '1 record exported' : `${lines.length} records exported`)
    },
  })
  return (
    <Panel title="Export">
      <Stack gap="sm" align="start">
        <Text>Downloads the data as JSON Lines: one record per line. Files of messages are included as links.</Text>
        <FormError error={exporting.error} />
        <Button
          variant="default"
          loading={exporting.isPending}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => exporting.mutate()}
        >
          Export data
        </Button>
        <Text role="status">
          {exporting.isPending && (count === 1 ? '1 record read' : `${count.toLocaleString('en')} records read`)}
        </Text>
      </Stack>
    </Panel>
  )
}

function ErasePanel({ customer, data }: { readonly customer: string; readonly data: Customer }) {
  const queries = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const [progress, setProgress] = useState<{ readonly erased: Erased; readonly wait: number }>()
  const erasing = useMutation({
    mutationFn: () => eraseAll(customer, (erased, wait) => setProgress({ erased, wait })),
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <Panel title="Erase">
      <Stack gap="sm" align="start">
        <Text>
          Deletes the conversations with their messages and files, what agents remember, and the deliveries of the last
          30 days that contain the customer. What they write from then on starts a new conversation, which stays. If
          they refuse marketing, this stays known under a hash of the number.
        </Text>
        <FormError error={erasing.error} />
        <Allowed endpoint={eraseCustomer}>
          <Button color="red" variant="light" loading={erasing.isPending} onClick={() => setConfirming(true)}>
            Erase data
          </Button>
        </Allowed>
        <div role="status">
          {erasing.isPending && (
            <Text>
              {progress && progress.wait > 0
                ? `Running requests may still write. Continues in ${progress.wait} s.`
                : 'Erasing… Keep this page open. If it is interrupted, start again.'}
            </Text>
          )}
          {erasing.isSuccess && (
            <Alert color="green" icon={<IconCircleCheck aria-hidden />} title="Data erased">
              <Counts erased={erasing.data} />
              <Text mt="xs">Responses to requests with an Idempotency-Key are deleted 24 hours after the request.</Text>
            </Alert>
          )}
        </div>
      </Stack>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title="Erase all data of this customer?"
        confirm="Erase data"
        danger
        typed={shownNumber(customer)}
        onConfirm={() => {
          setConfirming(false)
          erasing.mutate()
        }}
        isPending={false}
      >
        <Text mb="xs">This cannot be undone. The following is deleted:</Text>
        <Stored data={data} />
      </ConfirmDialog>
    </Panel>
  )
}

function Counts({ erased }: { readonly erased: Erased }) {
  return (
    <Bullets>
      {Object.entries(KIND_NAMES).map(([type, label]) => (
        <li key={type}>
          {label}: {erased[type] ?? 0}
        </li>
      ))}
    </Bullets>
  )
}

/** Numbers of erased records by type. */
type Erased = Readonly<Record<string, number>>

const LONGEST_WAIT_SECONDS = 600

/** Reads all records of a customer as JSON Lines. `onProgress` receives the number of records so far. */
async function exportAll(customer: string, onProgress: (records: number) => void): Promise<readonly string[]> {
  const lines: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const step = await call(exportCustomer, { params: { customer }, query: cursor === undefined ? {} : { cursor } })
    for (const record of step.records) lines.push(JSON.stringify(record))
    onProgress(lines.length)
    cursor = step.next
  }
  return lines
}

/** Erases all data of a customer. `onProgress` receives the counts so far, and the seconds to wait before the next step. */
async function eraseAll(customer: string, onProgress: (erased: Erased, waitSeconds: number) => void): Promise<Erased> {
  let erased: Erased = {}
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const step = await call(eraseCustomer, { params: { customer }, query: cursor === undefined ? {} : { cursor } })
    erased = sum(erased, step.erased)
    for (let left = Math.min(step.waitSeconds, LONGEST_WAIT_SECONDS); left > 0; left--) {
      onProgress(erased, left)
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
    onProgress(erased, 0)
    cursor = step.next
  }
  return erased
}

function sum(one: Erased, other: Erased): Erased {
  const total: Record<string, number> = { ...one }
  for (const [type, count] of Object.entries(other)) total[type] = (total[type] ?? 0) + count
  return total
}
