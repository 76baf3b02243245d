import { Autocomplete, Textarea, TextInput } from '@mantine/core'
import { words } from '../words.ts'
import { type AgentForm, newKey } from './agent-form.ts'
import { ItemList } from './item-list.tsx'

const TYPES = ['string', 'number', 'boolean', 'json']

/** The values that the agent remembers about each customer. */
export function MemoryKeys({ form }: { readonly form: AgentForm }) {
  return (
    <ItemList
      form={form}
      field="memoryKeys"
      title={words.memoryKeys.memoryKeys}
      description={words.memoryKeys.valuesThatTheAgent}
      add={words.memoryKeys.addMemoryKey}
      items={form.values.memoryKeys}
      onChange={(keys) => form.setFieldValue('memoryKeys', keys)}
      create={() => ({
        key: newKey(),
        id: undefined,
        memoryKey: '',
        type: 'string',
        initialValue: '',
        whenToUpdate: '',
      })}
      heading={({ memoryKey }) => memoryKey}
    >
      {(_, path) => (
        <>
          <TextInput
            label={words.memoryKeys.key}
            description={words.editor.keyExample}
            required
            spellCheck={false}
            {...form.getInputProps(`${path}memoryKey`)}
          />
          <Autocomplete
            label={words.memoryKeys.type}
            description={words.memoryKeys.stringNumberBooleanAnd}
            data={TYPES}
            required
            {...form.getInputProps(`${path}type`)}
          />
          <TextInput label={words.memoryKeys.initialValue} {...form.getInputProps(`${path}initialValue`)} />
          <Textarea
            label={words.memoryKeys.whenToUpdate}
            description={words.editor.whenToUpdate}
            autosize
            minRows={2}
            {...form.getInputProps(`${path}whenToUpdate`)}
          />
        </>
      )}
    </ItemList>
  )
}
