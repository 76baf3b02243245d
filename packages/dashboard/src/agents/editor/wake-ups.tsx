import { Switch, Textarea } from '@mantine/core'
import { words } from '../words.ts'
import { type AgentForm, newKey } from './agent-form.ts'
import { ItemList } from './item-list.tsx'

/** When the agent writes to a customer on its own. */
export function WakeUps({ form }: { readonly form: AgentForm }) {
  return (
    <ItemList
      form={form}
      field="wakeUpConfigs"
      title={words.wakeUps.wakeUps}
      description={words.wakeUps.whenTheAgentWrites}
      add={words.wakeUps.addWakeUp}
      items={form.values.wakeUpConfigs}
      onChange={(configs) => form.setFieldValue('wakeUpConfigs', configs)}
      create={() => ({ key: newKey(), id: undefined, description: '', enabled: true, forceMessage: false })}
      heading={({ description }) => description}
      isOff={({ enabled }) => !enabled}
    >
      {(_, path) => (
        <>
          <Textarea
            label={words.wakeUps.whenAndWhy}
            description={words.editor.wakeUpExample}
            autosize
            minRows={2}
            {...form.getInputProps(`${path}description`)}
          />
          <Switch
            label={words.wakeUps.alwaysSendAMessage}
            description={words.wakeUps.ifOffTheAgent}
            {...form.getInputProps(`${path}forceMessage`, { type: 'checkbox' })}
          />
          <Switch label={words.wakeUps.enabled} {...form.getInputProps(`${path}enabled`, { type: 'checkbox' })} />
        </>
      )}
    </ItemList>
  )
}
