import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { MASKED } from '@messaging/contract/agents-sub-resources.ts'
import { listTemplates } from '@messaging/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../../api/read.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { words } from '../words.ts'
import { type AgentForm, newKey } from './agent-form.ts'
import type { TriggerValues } from './agent-values.ts'
import { ItemList } from './item-list.tsx'

/** URLs that make the agent start a conversation. */
export function Triggers({ form }: { readonly form: AgentForm }) {
  return (
    <ItemList
      form={form}
      field="outboundTriggers"
      title={words.triggers.outboundTriggers}
      description={
        <>
          {words.triggers.before} <code>{words.triggers.xTriggerSecret}</code> {words.triggers.after}
        </>
      }
      add={words.triggers.addTrigger}
      items={form.values.outboundTriggers}
      onChange={(triggers) => form.setFieldValue('outboundTriggers', triggers)}
      create={newTrigger}
      heading={({ templateName }) => templateName}
      isOff={({ enabled }) => !enabled}
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
        label={words.triggers.template}
        value={templateId}
        error={form.errors[`${path}templateId`]}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: '', label: words.triggers.chooseATemplate },
          ...(isKnown ? [] : [{ value: templateId, label: templateName || templateId }]),
          ...templates.map(({ id: value, name, language }) => ({ value, label: `${name} (${language})` })),
        ]}
      />
      {id !== undefined && (
        <Facts>
          <Fact name={words.triggers.url}>
            <code>{url}</code> <CopyButton value={url} label={words.triggers.triggerUrl} />
          </Fact>
        </Facts>
      )}
      {secret === MASKED ? (
        <TextInput
          label={words.triggers.secret}
          value={secret}
          readOnly
          description={words.triggers.visibleToTheOwner}
        />
      ) : (
        <TextInput
          label={words.triggers.secret}
          description={id === undefined ? words.triggers.atLeastCharactersLeave : words.triggers.anyoneWithTheSecret}
          autoComplete="off"
          spellCheck={false}
          rightSection={secret !== '' && <CopyButton value={secret} label={words.triggers.triggerSecret} />}
          {...form.getInputProps(`${path}secret`)}
        />
      )}
      <Switch label={words.triggers.enabled} {...form.getInputProps(`${path}enabled`, { type: 'checkbox' })} />
    </>
  )
}
