import { Alert, Switch, Textarea, TextInput } from '@mantine/core'
import type { Agent } from '@replywright/contract/agents.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type AgentForm, newKey, type ToolValues, valuesOf } from '../editor/agent-values.ts'
import { ItemList } from '../editor/item-list.tsx'
import { ApiSchemaField } from './api-schema-field.tsx'
import { TestTool } from './test-tool.tsx'

const EMPTY_SCHEMA = JSON.stringify({ url: 'https://', method: 'GET' }, null, 2)

export function HttpTools({
  form,
  agent,
  isReadOnly,
}: {
  readonly form: AgentForm
  readonly agent: Agent
  readonly isReadOnly: boolean
}) {
  const saved = isReadOnly ? [] : valuesOf(agent).tools
  return (
    <ItemList
      form={form}
      field="tools"
      title="HTTP tools"
      description="Requests that the agent can send to your services. The model uses the name and description to decide when."
      kind="HTTP tool"
      items={form.values.tools}
      create={newTool}
      heading={({ name }) => name}
      hasProblem={({ problem }) => problem !== undefined}
    >
      {(tool, path) => (
        <>
          <HttpToolFields form={form} tool={tool} path={path} />
          <TestTool agentId={agent.id} tool={tool} saved={saved.find(({ id }) => id === tool.id)} />
        </>
      )}
    </ItemList>
  )
}

function newTool(): ToolValues {
  return {
    key: newKey(),
    id: undefined,
    name: '',
    description: '',
    apiSchema: EMPTY_SCHEMA,
    active: true,
    creditCost: '0',
  }
}

function HttpToolFields({
  form,
  tool,
  path,
}: {
  readonly form: AgentForm
  readonly tool: ToolValues
  readonly path: string
}) {
  return (
    <>
      <TextInput label="Name" required {...form.getInputProps(`${path}name`)} />
      <Textarea
        label="Description"
        description="What the tool does and when to use it. Shown to the model."
        {...form.getInputProps(`${path}description`)}
      />
      {tool.problem !== undefined && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Problem of the saved tool">
          {tool.problem}
        </Alert>
      )}
      <ApiSchemaField
        value={tool.apiSchema}
        error={form.errors[`${path}apiSchema`]}
        onChange={(text) => form.setFieldValue(`${path}apiSchema`, text)}
      />
      <TextInput label="Credit cost" inputMode="numeric" maw="10rem" {...form.getInputProps(`${path}creditCost`)} />
      <Switch label="Active" {...form.getInputProps(`${path}active`, { type: 'checkbox' })} />
    </>
  )
}
