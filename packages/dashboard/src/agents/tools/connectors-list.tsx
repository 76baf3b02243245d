import { Alert, Anchor, NativeSelect, Radio, Stack, Textarea } from '@mantine/core'
import { listMcpConnectors, type McpConnector } from '@replywright/contract/mcp-connectors.ts'
import { LARGEST_LIMIT } from '@replywright/contract/page.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readList } from '../../api/call.ts'
import { type AgentForm, isTextList, type McpValues, newKey } from '../editor/agent-values.ts'
import { ItemList } from '../editor/item-list.tsx'

/** The MCP servers whose tools the agent can use. */
export function ConnectorsList({ form }: { readonly form: AgentForm }) {
  const { data } = useQuery(readList(listMcpConnectors, { query: { limit: String(LARGEST_LIMIT) } }))
  const connectors = data?.results ?? []
  const connectorOf = ({ connectorId }: McpValues) => connectors.find(({ id }) => id === connectorId)
  return (
    <ItemList
      form={form}
      field="mcpConfigs"
      title="MCP connectors"
      description={
        <>
          Tools of MCP servers. Add servers under{' '}
          <Anchor component={Link} to="/connectors" size="sm" underline="always">
            Connectors
          </Anchor>
          .
        </>
      }
      kind="connector"
      items={form.values.mcpConfigs}
      create={newConfig}
      heading={(config) => connectorOf(config)?.name ?? config.connectorName}
      hasProblem={(config) => (connectorOf(config)?.toolsWaiting ?? 0) > 0}
    >
      {(config, path) => (
        <>
          <NativeSelect
            label="Connector"
            required
            data={[
              { value: '', label: 'Choose a connector' },
              ...(connectors.some(({ id }) => id === config.connectorId) || config.connectorId === ''
                ? []
                : [{ value: config.connectorId, label: config.connectorName || 'Deleted connector' }]),
              ...connectors.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...form.getInputProps(`${path}connectorId`)}
          />
          <WaitingTools connector={connectorOf(config)} />
          <WhitelistField
            value={config.toolWhitelist}
            onChange={(list) => form.setFieldValue(`${path}toolWhitelist`, list)}
          />
        </>
      )}
    </ItemList>
  )
}

function WaitingTools({ connector }: { readonly connector: McpConnector | undefined }) {
  if (!connector || connector.toolsWaiting === 0) return null
  const { id, toolsWaiting } = connector
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="The server changed its tools">
      Agents do not use {toolsWaiting === 1 ? 'one tool' : `${toolsWaiting} tools`} until a member approves what
      changed.{' '}
      <Link to="/connectors/$id" params={{ id }}>
        Review the tools
      </Link>
    </Alert>
  )
}

function newConfig(): McpValues {
  return { key: newKey(), id: undefined, connectorId: '', connectorName: '', toolWhitelist: null }
}

function WhitelistField({ value, onChange }: { readonly value: unknown; readonly onChange: (value: unknown) => void }) {
  return (
    <Radio.Group
      label="Tools"
      value={value === null ? 'all' : isTextList(value) ? 'some' : ''}
      onChange={(reach) => onChange(reach === 'all' ? null : [])}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="all" label="All tools of the server" />
        <Radio value="some" label="Selected tools" />
        {isTextList(value) && (
          <Textarea
            aria-label="Tool names, one per line"
            description={value.length === 0 ? 'Empty: no tools. Enter one name per line.' : 'One name per line.'}
            spellCheck={false}
            value={value.join('\n')}
            onChange={(event) => onChange(linesOf(event.currentTarget.value))}
          />
        )}
      </Stack>
    </Radio.Group>
  )
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n')
}
