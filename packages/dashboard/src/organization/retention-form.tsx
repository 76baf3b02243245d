import { TextInput } from '@mantine/core'
import { schemaResolver } from '@mantine/form'
import { changeRetention, getRetention, type OrganizationRetention } from '@messaging/contract/dashboard/retention.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/read.ts'
import { useAction } from '../api/use-action.ts'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { tell } from '../ui/tell.ts'

const FIELD_LABELS = { messageDays: 'Days to keep messages', deliveryDays: 'Days to keep deliveries' }
const FIELDS = ['messageDays', 'deliveryDays'] as const
const validate = schemaResolver(changeRetention.body, { sync: true })

/** How long messages and deliveries of the organisation are kept. */
export function RetentionPanel() {
  return (
    <Panel title="Retention">
      <Loaded query={useQuery(read(getRetention, {}))}>{(retention) => <RetentionForm retention={retention} />}</Loaded>
    </Panel>
  )
}

function RetentionForm({ retention }: { readonly retention: OrganizationRetention }) {
  const changing = useAction(changeRetention, { onDone: () => tell('Retention saved. It applies within a minute.') })
  const form = useEndpointForm(changing, {
    initial: { messageDays: textOf(retention.messageDays), deliveryDays: textOf(retention.deliveryDays) },
    rules: (values) => validate(daysOf(values)),
    inputOf: (values) => ({ body: daysOf(values) }),
  })
  return (
    <EndpointForm form={form} endpoint={changeRetention} width="narrow" label="Save retention">
      {FIELDS.map((field) => (
        <TextInput
          key={field}
          label={FIELD_LABELS[field]}
          description={`Applies to new items. At most ${retention.maximum[field]}, which also applies if empty.`}
          placeholder={String(retention.effective[field])}
          inputMode="numeric"
          {...form.getInputProps(field)}
        />
      ))}
    </EndpointForm>
  )
}

function textOf(days: number | null): string {
  return days === null ? '' : String(days)
}

function daysOf(values: Readonly<Record<(typeof FIELDS)[number], string>>) {
  const days = (text: string) => (text.trim() === '' ? null : Number(text))
  return { messageDays: days(values.messageDays), deliveryDays: days(values.deliveryDays) }
}
