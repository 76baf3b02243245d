import { Switch, Textarea, TextInput } from '@mantine/core'
import { type AgentForm, newKey } from '../editor/agent-form.ts'
import { ItemList } from '../editor/item-list.tsx'

/** The web pages that the agent can read. */
export function WebsiteTools({ form }: { readonly form: AgentForm }) {
  return (
    <ItemList
      form={form}
      field="websiteTools"
      title="Websites"
      description="Web pages the agent can read."
      kind="website"
      items={form.values.websiteTools}
      onChange={(tools) => form.setFieldValue('websiteTools', tools)}
      create={() => ({ key: newKey(), id: undefined, url: '', prompt: '', active: true })}
      heading={({ url }) => url}
      isOff={({ active }) => !active}
    >
      {(_, path) => (
        <>
          <TextInput
            label="URL"
            type="url"
            description="For example https://example.com/opening-hours"
            required
            {...form.getInputProps(`${path}url`)}
          />
          <Textarea
            label="When to read"
            description="What the page contains and when to read it. Shown to the model."
            autosize
            minRows={2}
            {...form.getInputProps(`${path}prompt`)}
          />
          <Switch label="Active" {...form.getInputProps(`${path}active`, { type: 'checkbox' })} />
        </>
      )}
    </ItemList>
  )
}
