import { Switch, Textarea } from '@mantine/core'
import { type AgentForm, newKey } from './agent-form.ts'
import { ItemList } from './item-list.tsx'

/** When the agent comes back to a customer by itself. */
export function WakeUps({ form }: { readonly form: AgentForm }) {
  return (
    <ItemList
      form={form}
      field="wakeUpConfigs"
      title="Wake-ups"
      description="When the agent comes back to a customer by itself, within the service window."
      add="Add wake-up"
      items={form.values.wakeUpConfigs}
      onChange={(configs) => form.setFieldValue('wakeUpConfigs', configs)}
      create={() => ({ key: newKey(), id: undefined, description: '', enabled: true, forceMessage: false })}
      heading={({ description }) => description}
      isOff={({ enabled }) => !enabled}
    >
      {(_, path) => (
        <>
          <Textarea
            label="When, and what for"
            description="In words, for the model."
            placeholder="An hour after an offer that was not answered, ask whether there are questions."
            autosize
            minRows={2}
            {...form.getInputProps(`${path}description`)}
          />
          <Switch
            label="Always write"
            description="Otherwise the agent may decide to stay silent once it is time."
            {...form.getInputProps(`${path}forceMessage`, { type: 'checkbox' })}
          />
          <Switch label="Enabled" {...form.getInputProps(`${path}enabled`, { type: 'checkbox' })} />
        </>
      )}
    </ItemList>
  )
}
