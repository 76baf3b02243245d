import { Autocomplete, Textarea, TextInput } from '@mantine/core'
import { type AgentForm, newKey } from './agent-form.ts'
import { ItemList } from './item-list.tsx'

const TYPES = ['string', 'number', 'boolean', 'json']

/** The values that the agent remembers about each customer. */
export function MemoryKeys({ form }: { readonly form: AgentForm }) {
  return (
    <ItemList
      form={form}
      field="memoryKeys"
      title="Memory keys"
      description="Values that the agent remembers about each customer across sessions."
      kind="memory key"
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
            label="Key"
            description="For example favourite_size"
            required
            spellCheck={false}
            {...form.getInputProps(`${path}memoryKey`)}
          />
          <Autocomplete
            label="Type"
            description="string, number, boolean and json are validated. Any other type is text."
            data={TYPES}
            required
            {...form.getInputProps(`${path}type`)}
          />
          <TextInput label="Initial value" {...form.getInputProps(`${path}initialValue`)} />
          <Textarea
            label="When to update"
            description="Shown to the model. For example: when the customer mentions their size."
            autosize
            minRows={2}
            {...form.getInputProps(`${path}whenToUpdate`)}
          />
        </>
      )}
    </ItemList>
  )
}
