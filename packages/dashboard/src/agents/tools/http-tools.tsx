import { Switch, Textarea, TextInput } from '@mantine/core'
import { type AgentForm, newKey } from '../editor/agent-form.ts'
import type { ToolValues } from '../editor/agent-values.ts'
import { ItemList } from '../editor/item-list.tsx'
import { words } from '../words.ts'
import { ApiSchemaField } from './api-schema-field.tsx'

const EMPTY_SCHEMA = JSON.stringify({ url: 'https://', method: 'GET' }, null, 2)

export function HttpTools({ form }: { readonly form: AgentForm }) {
  return (
    <ItemList
      form={form}
      field="tools"
      title={words.httpTools.httpTools}
      description={words.httpTools.requestsThatTheAgent}
      add={words.httpTools.addHttpTool}
      items={form.values.tools}
      onChange={(tools) => form.setFieldValue('tools', tools)}
      create={newTool}
      heading={({ name }) => name}
      isOff={({ active }) => !active}
    >
      {(tool, path) => <HttpToolFields form={form} tool={tool} path={path} />}
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
      <TextInput label={words.httpTools.name} required {...form.getInputProps(`${path}name`)} />
      <Textarea
        label={words.httpTools.description}
        description={words.httpTools.whatTheToolDoes}
        autosize
        minRows={2}
        {...form.getInputProps(`${path}description`)}
      />
      <ApiSchemaField
        value={tool.apiSchema}
        error={form.errors[`${path}apiSchema`]}
        onChange={(text) => form.setFieldValue(`${path}apiSchema`, text)}
      />
      <TextInput
        label={words.httpTools.creditCost}
        inputMode="numeric"
        maw="10rem"
        {...form.getInputProps(`${path}creditCost`)}
      />
      <Switch label={words.httpTools.active} {...form.getInputProps(`${path}active`, { type: 'checkbox' })} />
    </>
  )
}
