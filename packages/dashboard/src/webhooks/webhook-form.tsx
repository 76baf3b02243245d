import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { updateWebhook, WebhookInput } from '@messaging/contract/dashboard/webhooks.ts'
import { EVENT_NAMES, type EventName } from '@messaging/contract/envelope.ts'
import { Allowed } from '../ui/allowed.tsx'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { UnsavedGuard } from '../ui/unsaved-guard.tsx'
import { EVENT_TEXTS } from './event-texts.ts'
import { NumbersField } from './numbers-field.tsx'
import classes from './webhook-form.module.css'

interface Values {
  readonly name: string
  readonly url: string
  readonly events: readonly EventName[]
  readonly numbers: 'all' | string[]
}

const FIELDS = ['name', 'url', 'events', 'numbers']

/** The form of a webhook. Shows the service's errors at their fields. */
export function WebhookForm({
  initial,
  submit,
  isPending,
  error,
  onSubmit,
}: {
  readonly initial: Values
  readonly submit: string
  readonly isPending: boolean
  readonly error: unknown
  readonly onSubmit: (input: WebhookInput, onError: (error: unknown) => void) => void
}) {
  const form = useForm({
    initialValues: { ...initial, events: [...initial.events] },
    validate: schemaResolver(WebhookInput, { sync: true }),
  })
  return (
    <Allowed endpoint={updateWebhook}>
      <form
        noValidate
        className={classes.form}
        onSubmit={form.onSubmit((values) =>
          onSubmit(values, (failure) => form.setErrors(fieldErrors(failure, FIELDS))),
        )}
      >
        <UnsavedGuard isDirty={form.isDirty()} />
        <Stack gap="lg">
          <FormError error={error} fields={FIELDS} />
          <TextInput
            label="Name"
            description="Visible only to your organisation."
            required
            {...form.getInputProps('name')}
          />
          <TextInput
            label="URL"
            description="Receives a POST request per event. Must be reachable from the internet, e.g. https://example.com/webhooks."
            type="url"
            inputMode="url"
            required
            {...form.getInputProps('url')}
          />
          <Checkbox.Group label="Events" required {...form.getInputProps('events')}>
            <Stack gap="sm" mt="xs">
              {EVENT_NAMES.filter((name) => name !== 'test.ping').map((name) => (
                <Checkbox key={name} value={name} label={<code>{name}</code>} description={EVENT_TEXTS[name]} />
              ))}
            </Stack>
          </Checkbox.Group>
          <NumbersField {...form.getInputProps('numbers')} value={form.values.numbers} />
          <Group gap="xs">
            <Button type="submit" loading={isPending}>
              {submit}
            </Button>
            <LinkButton to=".." variant="default">
              Cancel
            </LinkButton>
          </Group>
        </Stack>
      </form>
    </Allowed>
  )
}
