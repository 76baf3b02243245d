import { Stack } from '@mantine/core'
import { testConnector } from '@messaging/contract/dashboard/connectors.ts'
import {
  deleteMcpConnector,
  getMcpConnector,
  type McpConnector,
  replaceMcpConnector,
} from '@messaging/contract/mcp-connectors.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callRevised, type Revised } from '../api/call.ts'
import { readRevised } from '../api/read.ts'
import { ActionButton } from '../ui/action-dialog.tsx'
import { Allowed } from '../ui/allowed.tsx'
import { CopyId } from '../ui/copy-id.tsx'
import { EditConflictDialog, useEditedSave } from '../ui/edit-conflict.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { tell, tellError } from '../ui/tell.ts'
import { ConnectionPanel } from './connection-panel.tsx'
import { ConnectorForm } from './connector-form.tsx'
import { type ConnectorValues, connectorInput, connectorValues } from './connector-values.ts'
import { UnreachableDialog } from './test-result.tsx'
import { useConnectorTest } from './use-connector-test.ts'

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
      <Loaded query={query}>{(revised) => <EditConnector key={id} id={id} revised={revised} />}</Loaded>
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
    write: (values, revision) =>
      callRevised(replaceMcpConnector, { params: { id }, body: connectorInput(values) }, revision),
    onSaved: (saved) => {
      show(saved)
      tell('Saved')
    },
    onReload: () => void readStored().then(show, tellError),
  })
  const testing = useConnectorTest(id, (values, onError) => saving.save(edited(opened), values, onError))
  return (
    <Stack gap="xl">
      <ConnectorForm
        key={opened.revision}
        initial={connectorValues(opened.resource)}
        submit="Save"
        isPending={testing.isTesting || saving.isPending}
        error={testing.error ?? saving.error}
        onSubmit={testing.submit}
      />
      <Allowed endpoint={testConnector} hides>
        <ConnectionPanel revised={opened} />
      </Allowed>
      <UnreachableDialog failed={testing.failed} onClose={testing.cancel} onSave={testing.saveAnyway} />
      <EditConflictDialog labelOf={(field) => FIELD_LABELS[field]} {...saving.conflict} />
    </Stack>
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
