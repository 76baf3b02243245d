import { Switch, Textarea, TextInput } from '@mantine/core'
import { type AgentForm, newKey } from '../editor/agent-form.ts'
import type { ImageToolValues } from '../editor/agent-values.ts'
import { ItemList } from '../editor/item-list.tsx'

export function ImageTools({ form }: { readonly form: AgentForm }) {
  return (
    <ItemList
      form={form}
      field="imageGenerateTools"
      title="Image generation"
      description="Images that the agent can generate and send."
      kind="image tool"
      items={form.values.imageGenerateTools}
      onChange={(tools) => form.setFieldValue('imageGenerateTools', tools)}
      create={newTool}
      heading={({ name, prompt }) => name || prompt}
      isOff={({ active }) => !active}
    >
      {(_, path) => (
        <>
          <TextInput label="Name" {...form.getInputProps(`${path}name`)} />
          <Textarea
            label="Description"
            description="What the tool generates and when to use it. Shown to the model."
            autosize
            minRows={2}
            {...form.getInputProps(`${path}description`)}
          />
          <Textarea
            label="Prompt"
            description="Added to every image request."
            autosize
            minRows={2}
            {...form.getInputProps(`${path}prompt`)}
          />
          <TextInput label="Credit cost" inputMode="numeric" maw="10rem" {...form.getInputProps(`${path}creditCost`)} />
          <Switch label="Active" {...form.getInputProps(`${path}active`, { type: 'checkbox' })} />
        </>
      )}
    </ItemList>
  )
}

function newTool(): ImageToolValues {
  return { key: newKey(), id: undefined, name: '', description: '', prompt: '', active: true, creditCost: '0' }
}
