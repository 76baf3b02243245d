import { Switch, Textarea } from '@mantine/core'
import { type AgentForm, newKey } from './agent-form.ts'
import { ItemList } from './item-list.tsx'

/** When the agent writes to a customer on its own. */
export function WakeUps({ form }: { readonly form: AgentForm }) {
  return (
    <ItemList
      form={form}
      field="wakeUpConfigs"
      title="Wake-ups"
      description="When the agent writes to a customer on its own, within the service window."
      kind="wake-up"
      items={form.values.wakeUpConfigs}
      onChange={(configs) => form.setFieldValue('wakeUpConfigs', configs)}
      create={() => ({ key: newKey(), id: undefined, description: '', enabled: true, forceMessage: false })}
      heading={({ description }) => description}
      isOff={({ enabled }) => !enabled}
    >
      {(_, path) => (
        <>
          <Textarea
            label="When and why"
            description="Shown to the model. For example: one hour after an offer without a reply, ask whether the customer has questions."
            autosize
            minRows={2}
            {...form.getInputProps(`${path}description`)}
          />
          <Switch
            label="Always send a message"
            description="If off, the agent may decide not to write."
            {...form.getInputProps(`${path}forceMessage`, { type: 'checkbox' })}
          />
          <Switch label="Enabled" {...form.getInputProps(`${path}enabled`, { type: 'checkbox' })} />
        </>
      )}
    </ItemList>
  )
}
