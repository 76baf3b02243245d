import { Button, Text } from '@mantine/core'
import {
  deleteMcpConnector,
  getMcpConnector,
  type McpConnector,
  replaceMcpConnector,
} from '@messaging/contract/mcp-connectors.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../api/read.ts'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CopyId } from '../ui/copy-id.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { tell } from '../ui/tell.ts'
import { ConnectorForm } from './connector-form.tsx'
import { connectorValues } from './connector-values.ts'

const route = getRouteApi('/shell/connectors/$id')

export function ConnectorPage() {
  const { id } = route.useParams()
  const navigate = useNavigate()
  const query = useQuery(read(getMcpConnector, { params: { id } }))
  const saving = useAction(replaceMcpConnector, {
    onDone: () => {
      tell('Saved')
      void navigate({ to: '/connectors' })
    },
  })
  return (
    <Page
      title={query.data?.name ?? 'Connector'}
      description={<CopyId id={id} label="connector ID" />}
      crumbs={[{ label: 'Connectors', link: { to: '/connectors' } }]}
      actions={query.data && <DeleteConnector connector={query.data} />}
    >
      <Loaded query={query}>
        {(connector) => (
          <ConnectorForm
            key={connector.id}
            initial={connectorValues(connector)}
            submit="Save"
            isPending={saving.isPending}
            error={saving.error}
            onSubmit={(body, onError) => saving.mutate({ params: { id }, body }, { onError })}
          />
        )}
      </Loaded>
    </Page>
  )
}

function DeleteConnector({ connector: { id, name } }: { readonly connector: McpConnector }) {
  const [isConfirming, setConfirming] = useState(false)
  const navigate = useNavigate()
  const deleting = useAction(deleteMcpConnector, {
    onDone: () => {
      tell(`${name} deleted`)
      void navigate({ to: '/connectors' })
    },
  })
  return (
    <>
      <Button variant="default" onClick={() => setConfirming(true)}>
        Delete
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Delete ${name}?`}
        confirm="Delete connector"
        danger
        onConfirm={() => deleting.mutate({ params: { id } })}
        isPending={deleting.isPending}
        error={deleting.error}
      >
        <Text size="sm">
          Agents that use this connector lose its tools immediately. Their settings keep an entry for the deleted
          connector.
        </Text>
      </ConfirmDialog>
    </>
  )
}
