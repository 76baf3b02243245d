import { Button, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { changeRetention, getRetention, type OrganizationRetention } from '@messaging/contract/dashboard/retention.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/read.ts'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { tell } from '../ui/tell.ts'
import classes from './organization.module.css'

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
  const form = useForm({
    initialValues: { messageDays: textOf(retention.messageDays), deliveryDays: textOf(retention.deliveryDays) },
    validate: (values) => validate(daysOf(values)),
  })
  const submit = (values: typeof form.values) =>
    changing.mutate({ body: daysOf(values) }, { onError: (error) => form.setErrors(fieldErrors(error, FIELDS)) })
  return (
    <Allowed endpoint={changeRetention}>
      <form noValidate className={classes.form} onSubmit={form.onSubmit(submit)}>
        <Stack>
          <FormError error={changing.error} fields={FIELDS} />
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
          <div>
            <Button type="submit" loading={changing.isPending}>
              Save retention
            </Button>
          </div>
        </Stack>
      </form>
    </Allowed>
  )
}

function textOf(days: number | null): string {
  return days === null ? '' : String(days)
}

function daysOf(values: Readonly<Record<(typeof FIELDS)[number], string>>) {
  const days = (text: string) => (text.trim() === '' ? null : Number(text))
  return { messageDays: days(values.messageDays), deliveryDays: days(values.deliveryDays) }
}
