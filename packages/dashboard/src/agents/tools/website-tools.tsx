import { Switch, Textarea, TextInput } from '@mantine/core'
import { type AgentForm, newKey } from '../editor/agent-form.ts'
import { ItemList } from '../editor/item-list.tsx'
import { words } from '../words.ts'

/** The web pages that the agent can read. */
export function WebsiteTools({ form }: { readonly form: AgentForm }) {
  return (
    <ItemList
      form={form}
      field="websiteTools"
      title={words.websiteTools.websites}
      description={words.websiteTools.webPagesTheAgent}
      add={words.websiteTools.addWebsite}
      items={form.values.websiteTools}
      onChange={(tools) => form.setFieldValue('websiteTools', tools)}
      create={() => ({ key: newKey(), id: undefined, url: '', prompt: '', active: true })}
      heading={({ url }) => url}
      isOff={({ active }) => !active}
    >
      {(_, path) => (
        <>
          <TextInput
            label={words.websiteTools.url}
            type="url"
            description={words.tools.websiteExample}
            required
            {...form.getInputProps(`${path}url`)}
          />
          <Textarea
            label={words.websiteTools.whenToRead}
            description={words.websiteTools.whatThePageContains}
            autosize
            minRows={2}
            {...form.getInputProps(`${path}prompt`)}
          />
          <Switch label={words.websiteTools.active} {...form.getInputProps(`${path}active`, { type: 'checkbox' })} />
        </>
      )}
    </ItemList>
  )
}
