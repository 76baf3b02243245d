import { Checkbox, Stack, TextInput } from '@mantine/core'
import { updateWebhook, WebhookInput } from '@messaging/contract/dashboard/webhooks.ts'
import { EVENT_NAMES, type EventName } from '@messaging/contract/envelope.ts'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { UnsavedGuard } from '../ui/unsaved-guard.tsx'
import { EVENT_TEXTS } from './event-texts.ts'
import { NumbersField } from './numbers-field.tsx'

interface Values {
  readonly name: string
  readonly url: string
  readonly events: readonly EventName[]
  readonly numbers: 'all' | string[]
}

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
  const form = useEndpointForm(
    { isPending, error, mutate: (values: WebhookInput, { onError }) => onSubmit(values, onError) },
    { initial: { ...initial, events: [...initial.events] }, rules: WebhookInput, inputOf: (values) => values },
  )
  return (
    <EndpointForm
      form={form}
      endpoint={updateWebhook}
      width="narrow"
      label={submit}
      cancel={
        <LinkButton to=".." variant="default">
          Cancel
        </LinkButton>
      }
    >
      <UnsavedGuard isDirty={form.isDirty()} />
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
    </EndpointForm>
  )
}
