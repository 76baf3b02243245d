import { Alert, Button, Stack, Text } from '@mantine/core'
import { approveTools, type ConnectorTest, testConnector } from '@replywright/contract/dashboard/connectors.ts'
import {
  deleteMcpConnector,
  getMcpConnector,
  type McpConnector,
  replaceMcpConnector,
} from '@replywright/contract/mcp-connectors.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, callRevised, type Revised, readRevised } from '../api/call.ts'
import { Allowed } from '../ui/allowed.tsx'
import { ActionButton } from '../ui/confirm-dialog.tsx'
import { CodeBlock } from '../ui/copy.tsx'
import { EditConflictDialog, useEditedSave } from '../ui/edit-conflict.tsx'
import { CopyId } from '../ui/facts.tsx'
import { FormError } from '../ui/form-parts.tsx'
import { tell, tellError } from '../ui/notices.tsx'
import { ErrorState, FormSkeleton, Loaded, Page, Panel } from '../ui/page.tsx'
import { Bullets } from '../ui/text.tsx'
import { useAction } from '../ui/use-action.ts'
import { ConnectorForm } from './connector-form.tsx'
import { type ConnectorValues, connectorInput, connectorValues } from './connector-values.ts'
import { TestResult } from './test-result.tsx'

const FIELD_LABELS = { name: 'Name', url: 'URL', headers: 'Headers' }

const route = getRouteApi('/shell/connectors/$id')

export function ConnectorPage() {
  const { id } = route.useParams()
  const query = useQuery(readRevised(getMcpConnector, { params: { id } }))
  return (
    <Page
      title={query.data?.resource.name ?? 'Connector'}
      description={<CopyId id={id} label="connector ID" />}
      crumbs={[{ label: 'Connectors', link: { to: '/connectors' } }]}
      actions={query.data && <DeleteConnector connector={query.data.resource} />}
    >
      <Loaded query={query} skeleton={<FormSkeleton />}>
        {(revised) => <EditConnector id={id} revised={revised} />}
      </Loaded>
    </Page>
  )
}

function EditConnector({ id, revised }: { readonly id: string; readonly revised: Revised<McpConnector> }) {
  const queries = useQueryClient()
  /** The connector as the form shows it. */
  const [opened, setOpened] = useState(revised)
  const edited = ({ resource, revision }: Revised<McpConnector>) => ({
    values: connectorValues(resource, opened.resource),
    revision,
  })
  const show = (stored: Revised<McpConnector>) => {
    setOpened(stored)
    queries.setQueryData(readRevised(getMcpConnector, { params: { id } }).queryKey, stored)
    void queries.invalidateQueries()
  }
  const readStored = () => callRevised(getMcpConnector, { params: { id } })
  const saving = useEditedSave<ConnectorValues, Revised<McpConnector>>({
    read: async () => edited(await readStored()),
    write: (values, { revision }) =>
      callRevised(replaceMcpConnector, { params: { id }, body: connectorInput(values) }, revision),
    onSaved: (saved) => {
      show(saved)
      tell('Saved')
    },
    onReload: () => void readStored().then(show, tellError),
  })
  return (
    <>
      <ConnectorForm
        key={opened.revision}
        id={id}
        initial={connectorValues(opened.resource)}
        submit="Save"
        isPending={saving.isPending}
        error={saving.error}
        onSubmit={(values, onError) => saving.save(edited(opened), values, onError)}
      />
      <Allowed endpoint={testConnector} hides>
        <ConnectionPanel revised={opened} />
      </Allowed>
      <EditConflictDialog labelOf={(field) => FIELD_LABELS[field]} {...saving.conflict} />
    </>
  )
}

function DeleteConnector({ connector: { id, name } }: { readonly connector: McpConnector }) {
  const navigate = useNavigate()
  return (
    <ActionButton
      button={{ label: 'Delete' }}
      endpoint={deleteMcpConnector}
      input={{ params: { id } }}
      title={`Delete ${name}?`}
      confirm="Delete connector"
      danger
      done={`${name} deleted`}
      onDone={() => void navigate({ to: '/connectors', ignoreBlocker: true })}
    >
      Agents that use this connector lose its tools immediately. Their settings keep an entry for the deleted connector.
    </ActionButton>
  )
}

/** Connects to the server of a stored connector once, and again on request. Lists its tools. */
function ConnectionPanel({ revised }: { readonly revised: Revised<McpConnector> }) {
  const {
    resource: connector,
    resource: { id },
    revision,
  } = revised
  const query = useQuery({
    queryKey: [testConnector.path, id, revision],
    queryFn: ({ signal }) => {
      const { url, headers } = connectorInput(connectorValues(connector))
      return call(testConnector, { body: { url, headers, connectorId: id } }, { signal })
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Panel
      title="Connection"
      actions={
        <Button size="xs" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          Test again
        </Button>
      }
    >
      <div aria-live="polite">
        {query.isPending && <Text c="dimmed">Connecting to the server…</Text>}
        {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.data && (
          <>
            <ChangedTools id={id} result={query.data} />
            <TestResult result={withStored(query.data, connector)} />
          </>
        )}
      </div>
    </Panel>
  )
}

/** Adds the stored problems of single tools, because a test does not call a model, which may reject a tool. */
function withStored(result: ConnectorTest, { problems: stored }: McpConnector): ConnectorTest {
  const named = new Set(result.problems.map(({ tool }) => tool))
  const added = stored.filter(({ tool }) => result.tools.some(({ name }) => name === tool) && !named.has(tool))
  return { ...result, problems: [...result.problems, ...added] }
}

const STATE_NAMES = { approved: 'approved', new: 'new', changed: 'changed' }

/** The tools of a stored connector that were added or changed since they were approved, with a button to approve them. */
function ChangedTools({ id, result }: { readonly id: string; readonly result: ConnectorTest }) {
  const approving = useAction(approveTools, { done: 'Tools approved' })
  const { toolsHash } = result
  const waiting = result.tools.filter(({ approval }) => approval !== 'approved')
  if (waiting.length === 0) return null
  return (
    <Alert color="yellow" mb="sm" icon={<IconAlertTriangle aria-hidden />} title="The server changed its tools">
      <Stack gap="sm" align="start">
        <Text>
          Agents do not use new and changed tools until you approve them. Read what they tell the model: a server that
          was taken over could use it to give your agents instructions.
        </Text>
        <Bullets>
          {waiting.map(({ name, description, approval, inputSchema = '' }) => (
            <li key={name}>
              <strong>{name}</strong> ({STATE_NAMES[approval]}){description && `: ${description}`}
              <details>
                <summary>Parameters</summary>
                <CodeBlock value={inputSchema} label={`Parameters of ${name}`} />
              </details>
            </li>
          ))}
        </Bullets>
        <FormError error={approving.error} />
        {toolsHash === '' ? (
          <Text>The tools are too many or too large to be shown completely, so they cannot be approved.</Text>
        ) : (
          <Button
            size="xs"
            loading={approving.isPending}
            onClick={() => approving.mutate({ params: { id }, body: { toolsHash } })}
          >
            Approve tools
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
