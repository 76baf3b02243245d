import { NativeSelect, TextInput } from '@mantine/core'
import { listModels } from '@messaging/contract/dashboard/models.ts'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../../api/read.ts'
import type { AgentForm } from './agent-form.ts'

/** Selects the agent's model; empty is the default. A text field if the list of models is not known. */
export function ModelField({ form }: { readonly form: AgentForm }) {
  const { data } = useQuery(readList(listModels, {}))
  const fallback = data?.default ? `Default (${data.default})` : 'Default'
  const props = form.getInputProps('llmModel')
  if (!data?.models)
    return (
      <TextInput
        label="Model"
        description={data?.default === null ? 'No model is configured. The agent cannot reply.' : `Empty: ${fallback}`}
        spellCheck={false}
        {...props}
      />
    )
  const chosen = form.values.llmModel
  const models = chosen === '' || data.models.includes(chosen) ? data.models : [chosen, ...data.models]
  return (
    <NativeSelect
      label="Model"
      data={[{ value: '', label: fallback }, ...models.map((model) => ({ value: model, label: model }))]}
      {...props}
    />
  )
}
