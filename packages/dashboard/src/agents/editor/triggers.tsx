import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { MASKED } from '@replywright/contract/masked-url.ts'
import { listTemplates } from '@replywright/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../../api/call.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { type AgentForm, newKey, type TriggerValues } from './agent-values.ts'
import { ItemList } from './item-list.tsx'

/** URLs that make the agent start a conversation. */
export function Triggers({ form }: { readonly form: AgentForm }) {
  return (
    <ItemList
      form={form}
      field="outboundTriggers"
      title="Outbound triggers"
      description={
        <>
          A POST request to the trigger’s URL with the header <code>X-Trigger-Secret</code> sends a template to a
          customer. The agent then handles the replies.
        </>
      }
      kind="trigger"
      items={form.values.outboundTriggers}
      create={newTrigger}
      heading={({ templateName }) => templateName}
    >
      {(trigger, path) => <TriggerFields form={form} trigger={trigger} path={path} />}
    </ItemList>
  )
}

function newTrigger(): TriggerValues {
  return { key: newKey(), id: undefined, url: '', secret: '', enabled: true, templateId: '', templateName: '' }
}

function TriggerFields({
  form,
  trigger,
  path,
}: {
  readonly form: AgentForm
  readonly trigger: TriggerValues
  readonly path: string
}) {
  const { data: templates = [] } = useQuery(readList(listTemplates, {}))
  const { id, url, secret, templateId, templateName } = trigger
  const choose = (chosen: string) => {
    form.setFieldValue(`${path}templateId`, chosen)
    form.setFieldValue(`${path}templateName`, templates.find((template) => template.id === chosen)?.name ?? '')
  }
  const isKnown = templateId === '' || templates.some((template) => template.id === templateId)
  return (
    <>
      <NativeSelect
        label="Template"
        value={templateId}
        error={form.errors[`${path}templateId`]}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: '', label: 'Choose a template' },
          ...(isKnown ? [] : [{ value: templateId, label: templateName || templateId }]),
          ...templates.map(({ id: value, name, language }) => ({ value, label: `${name} (${language})` })),
        ]}
      />
      {id !== undefined && (
        <Facts>
          <Fact name="URL">
            <code>{url}</code> <CopyButton value={url} label="trigger URL" />
          </Fact>
        </Facts>
      )}
      {secret === MASKED ? (
        <TextInput label="Secret" value={secret} readOnly description="Visible to the owner only. Saving keeps it." />
      ) : (
        <TextInput
          label="Secret"
          description={
            id === undefined
              ? 'At least 16 characters. Leave empty to generate one.'
              : 'Anyone with the secret can send this template. At least 16 characters.'
          }
          autoComplete="off"
          spellCheck={false}
          rightSection={secret !== '' && <CopyButton value={secret} label="trigger secret" />}
          {...form.getInputProps(`${path}secret`)}
        />
      )}
      <Switch label="Enabled" {...form.getInputProps(`${path}enabled`, { type: 'checkbox' })} />
    </>
  )
}
