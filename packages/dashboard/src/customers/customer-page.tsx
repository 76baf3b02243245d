import { Alert, Button, Stack, Text } from '@mantine/core'
import { type CustomerData, eraseCustomer, getCustomer } from '@messaging/contract/dashboard/customers.ts'
import { IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../api/read.ts'
import { Allowed } from '../ui/allowed.tsx'
import { Bullets } from '../ui/bullets.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { FormError } from '../ui/form-error.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { tell } from '../ui/tell.ts'
import { type Erased, eraseAll, exportAll } from './run-steps.ts'
import { words } from './words.ts'

const route = getRouteApi('/shell/customers/$number')

/** The data of a customer on all numbers of the organisation: what there is, its export and its erasure. */
export function CustomerPage() {
  const { number } = route.useParams()
  const query = useQuery(read(getCustomer, { params: { customer: number } }))
  return (
    <Page
      title={words.title}
      description={words.about}
      crumbs={[{ label: words.conversations, link: { to: '/conversations' } }]}
    >
      <Loaded query={query}>
        {(data) => (
          <Stack gap="xl">
            <Panel title={data.name || words.unnamed}>
              <Facts>
                <Fact name={words.number}>{shownNumber(number)}</Fact>
                <Fact name={words.stored}>
                  {data.conversations.length === 0 && data.memories === 0 ? (
                    words.none
                  ) : (
                    <Stored data={data} isLinked />
                  )}
                </Fact>
              </Facts>
            </Panel>
            <ExportPanel customer={number} />
            <ErasePanel customer={number} data={data} />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

function shownNumber(customer: string): string {
  return /^\d+$/.test(customer) ? `+${customer}` : customer
}

/** What is stored, as a list. */
function Stored({ data, isLinked = false }: { readonly data: CustomerData; readonly isLinked?: boolean }) {
  return (
    <>
      <Bullets>
        {data.conversations.map(({ id, msgNumber, isSandbox, messages }) => {
          const text = words.storedOn(isSandbox ? words.sandbox : `+${msgNumber}`, messages)
          return (
            <li key={id}>
              {isLinked ? (
                <Link to="/conversations/$id" params={{ id }}>
                  {text}
                </Link>
              ) : (
                text
              )}
            </li>
          )
        })}
        {data.memories > 0 && <li>{words.memories(data.memories)}</li>}
      </Bullets>
      <Text size="sm" c="dimmed" mt={4}>
        {words.more}
      </Text>
    </>
  )
}

function ExportPanel({ customer }: { readonly customer: string }) {
  const [count, setCount] = useState(0)
  const exporting = useMutation({
    mutationFn: () => exportAll(customer, setCount),
    onSuccess: (lines) => {
      download(lines, words.export.file(customer))
      tell(words.export.done(lines.length))
    },
  })
  return (
    <Panel title={words.export.title}>
      <Stack gap="sm" align="start">
        <Text size="sm">{words.export.about}</Text>
        <FormError error={exporting.error} />
        <Button
          variant="default"
          loading={exporting.isPending}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => exporting.mutate()}
        >
          {words.export.start}
        </Button>
        <Text size="sm" role="status">
          {exporting.isPending && words.export.running(count)}
        </Text>
      </Stack>
    </Panel>
  )
}

function download(lines: readonly string[], name: string) {
  const url = URL.createObjectURL(new Blob([`${lines.join('\n')}\n`], { type: 'application/x-ndjson' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

function ErasePanel({ customer, data }: { readonly customer: string; readonly data: CustomerData }) {
  const queries = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const [progress, setProgress] = useState<{ readonly erased: Erased; readonly wait: number }>()
  const erasing = useMutation({
    mutationFn: () => eraseAll(customer, (erased, wait) => setProgress({ erased, wait })),
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <Panel title={words.erase.title}>
      <Stack gap="sm" align="start">
        <Text size="sm">{words.erase.about}</Text>
        <FormError error={erasing.error} />
        <Allowed endpoint={eraseCustomer}>
          <Button color="red" variant="light" loading={erasing.isPending} onClick={() => setConfirming(true)}>
            {words.erase.start}
          </Button>
        </Allowed>
        <div role="status">
          {erasing.isPending && (
            <Text size="sm">
              {progress && progress.wait > 0 ? words.erase.waiting(progress.wait) : words.erase.running}
            </Text>
          )}
          {erasing.isSuccess && (
            <Alert color="green" icon={<IconCircleCheck aria-hidden />} title={words.erase.doneTitle}>
              <Counts erased={erasing.data} />
              <Text size="sm" mt="xs">
                {words.erase.later}
              </Text>
            </Alert>
          )}
        </div>
      </Stack>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title={words.erase.confirmTitle}
        confirm={words.erase.start}
        danger
        typed={shownNumber(customer)}
        onConfirm={() => {
          setConfirming(false)
          erasing.mutate()
        }}
        isPending={false}
      >
        <Text size="sm" mb="xs">
          {words.erase.cannotUndo}
        </Text>
        <Stored data={data} />
      </ConfirmDialog>
    </Panel>
  )
}

function Counts({ erased }: { readonly erased: Erased }) {
  return (
    <Bullets>
      {Object.entries(words.erase.kinds).map(([type, label]) => (
        <li key={type}>{words.erase.count(label, erased[type] ?? 0)}</li>
      ))}
    </Bullets>
  )
}
