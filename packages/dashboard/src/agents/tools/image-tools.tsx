import { Switch, Textarea, TextInput } from '@mantine/core'
import { type AgentForm, newKey } from '../editor/agent-form.ts'
import type { ImageToolValues } from '../editor/agent-values.ts'
import { ItemList } from '../editor/item-list.tsx'
import { words } from '../words.ts'

export function ImageTools({ form }: { readonly form: AgentForm }) {
  return (
    <ItemList
      form={form}
      field="imageGenerateTools"
      title={words.imageTools.imageGeneration}
      description={words.imageTools.imagesThatTheAgent}
      add={words.imageTools.addImageTool}
      items={form.values.imageGenerateTools}
      onChange={(tools) => form.setFieldValue('imageGenerateTools', tools)}
      create={newTool}
      heading={({ name, prompt }) => name || prompt}
      isOff={({ active }) => !active}
    >
      {(_, path) => (
        <>
          <TextInput label={words.imageTools.name} {...form.getInputProps(`${path}name`)} />
          <Textarea
            label={words.imageTools.description}
            description={words.imageTools.whatTheToolGenerates}
            autosize
            minRows={2}
            {...form.getInputProps(`${path}description`)}
          />
          <Textarea
            label={words.imageTools.prompt}
            description={words.imageTools.addedToEveryImage}
            autosize
            minRows={2}
            {...form.getInputProps(`${path}prompt`)}
          />
          <TextInput
            label={words.imageTools.creditCost}
            inputMode="numeric"
            maw="10rem"
            {...form.getInputProps(`${path}creditCost`)}
          />
          <Switch label={words.imageTools.active} {...form.getInputProps(`${path}active`, { type: 'checkbox' })} />
        </>
      )}
    </ItemList>
  )
}

function newTool(): ImageToolValues {
  return { key: newKey(), id: undefined, name: '', description: '', prompt: '', active: true, creditCost: '0' }
}
