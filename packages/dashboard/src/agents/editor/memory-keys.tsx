import { Autocomplete, Textarea, TextInput } from '@mantine/core'
import { type AgentForm, newKey } from './agent-form.ts'
import { ItemList } from './item-list.tsx'

const TYPES = ['string', 'number', 'boolean', 'json']

const MEMORY_KEYS = {
  field: 'memoryKeys',
  title: 'Memory keys',
  description: 'Values that the agent remembers about each customer across sessions.',
  kind: 'memory key',
  keyExample: 'For example favourite_size',
  when: 'When to update',
  whenExample: 'Shown to the model. For example: when the customer mentions their size.',
} as const
const OUTCOME_KEYS = {
  field: 'outcomeKeys',
  title: 'Outcome',
  description: 'Up to ten values that the model fills once when a session ends. The event conversation.ended has them.',
  kind: 'outcome key',
  keyExample: 'For example resolved',
  when: 'Meaning',
  whenExample: 'Shown to the model. For example: whether the customer got what they wanted.',
} as const

/** The values that the agent remembers about each customer, or that describe how a session ended. */
export function MemoryKeys({ form, of }: { readonly form: AgentForm; readonly of: 'memory' | 'outcome' }) {
  const { field, title, description, kind, keyExample, when, whenExample } =
    of === 'memory' ? MEMORY_KEYS : OUTCOME_KEYS
  return (
    <ItemList
      form={form}
      field={field}
      title={title}
      description={description}
      kind={kind}
      items={form.values[field]}
      onChange={(keys) => form.setFieldValue(field, keys)}
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
            description={keyExample}
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
            label={when}
            description={whenExample}
            autosize
            minRows={2}
            {...form.getInputProps(`${path}whenToUpdate`)}
          />
        </>
      )}
    </ItemList>
  )
}
