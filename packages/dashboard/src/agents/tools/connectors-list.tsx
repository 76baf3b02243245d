import { Anchor, NativeSelect, Radio, Stack, Textarea } from '@mantine/core'
import { listMcpConnectors } from '@messaging/contract/mcp-connectors.ts'
import { LARGEST_LIMIT } from '@messaging/contract/page.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readList } from '../../api/read.ts'
import { type AgentForm, newKey } from '../editor/agent-form.ts'
import { isTextList, type McpValues } from '../editor/agent-values.ts'
import { ItemList } from '../editor/item-list.tsx'
import { words } from '../words.ts'

/** The MCP servers whose tools the agent can use. */
export function ConnectorsList({ form }: { readonly form: AgentForm }) {
  const { data } = useQuery(readList(listMcpConnectors, { query: { limit: String(LARGEST_LIMIT) } }))
  const connectors = data?.results ?? []
  const nameOf = ({ connectorId, connectorName }: McpValues) =>
    connectors.find(({ id }) => id === connectorId)?.name ?? connectorName
  return (
    <ItemList
      form={form}
      field="mcpConfigs"
      title={words.connectorsList.mcpConnectors}
      description={
        <>
          {words.connectorsList.about}{' '}
          <Anchor component={Link} to="/connectors" size="sm" underline="always">
            {words.connectorsList.connectors}
          </Anchor>
          {words.connectorsList.end}
        </>
      }
      add={words.connectorsList.addConnector}
      items={form.values.mcpConfigs}
      onChange={(configs) => form.setFieldValue('mcpConfigs', configs)}
      create={newConfig}
      heading={nameOf}
    >
      {(config, path) => (
        <>
          <NativeSelect
            label={words.connectorsList.connector}
            required
            data={[
              { value: '', label: words.connectorsList.chooseAConnector },
              ...(connectors.some(({ id }) => id === config.connectorId) || config.connectorId === ''
                ? []
                : [{ value: config.connectorId, label: config.connectorName || words.connectorsList.deleted }]),
              ...connectors.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...form.getInputProps(`${path}connectorId`)}
          />
          <WhitelistField
            value={config.toolWhitelist}
            onChange={(list) => form.setFieldValue(`${path}toolWhitelist`, list)}
          />
        </>
      )}
    </ItemList>
  )
}

function newConfig(): McpValues {
  return { key: newKey(), id: undefined, connectorId: '', connectorName: '', toolWhitelist: null }
}

function WhitelistField({ value, onChange }: { readonly value: unknown; readonly onChange: (value: unknown) => void }) {
  return (
    <Radio.Group
      label={words.connectorsList.tools}
      value={value === null ? 'all' : isTextList(value) ? 'some' : ''}
      onChange={(reach) => onChange(reach === 'all' ? null : [])}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="all" label={words.connectorsList.allToolsOfThe} />
        <Radio value="some" label={words.connectorsList.selectedTools} />
        {isTextList(value) && (
          <Textarea
            aria-label={words.connectorsList.toolNamesOnePer}
            description={
              value.length === 0 ? words.connectorsList.emptyNoToolsEnter : words.connectorsList.oneNamePerLine
            }
            autosize
            minRows={2}
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
