import { Box, Checkbox, Radio, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { updateWebhook, WebhookInput } from '@messaging/contract/dashboard/webhooks.ts'
import { EVENTS } from '@messaging/contract/envelope.ts'
import { LARGEST_LIMIT } from '@messaging/contract/page.ts'
import { listPhoneNumbers } from '@messaging/contract/phone-numbers.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readList } from '../api/read.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { HeaderFields } from '../ui/header-fields.tsx'
import { errorsWithHeaders, rejectedFields } from '../ui/header-rows.ts'
import { Loaded } from '../ui/loaded.tsx'
import { UnsavedGuard } from '../ui/unsaved-guard.tsx'
import { useUrlCheck } from './use-url-check.ts'
import { isEventBus, type WebhookValues, webhookInput } from './webhook-values.ts'

/** The form of a webhook. Shows the service's errors at their fields. */
export function WebhookForm({
  initial,
  submit,
  isPending,
  error,
  onSubmit,
}: {
  readonly initial: WebhookValues
  readonly submit: string
  readonly isPending: boolean
  readonly error: unknown
  readonly onSubmit: (values: WebhookValues, onError: (error: unknown) => void) => void
}) {
  const check = useUrlCheck(initial.url, onSubmit)
  const form = useEndpointForm(
    {
      isPending: isPending || check.isChecking,
      error: check.error ?? error,
      mutate: (values: WebhookValues, { onError }) => check.submit(values, onError),
    },
    {
      initial,
      rules: (values) => errorsWithHeaders(WebhookInput, webhookInput(values), values.headers),
      inputOf: (values) => values,
      errorsOf: rejectedFields,
    },
  )
  return (
    <EndpointForm form={form} endpoint={updateWebhook} width="narrow" label={submit} cancel={{ to: '..' }}>
      <UnsavedGuard isDirty={form.isDirty()} />
      <ConfirmDialog
        opened={check.isUnknown}
        onClose={check.cancel}
        title="Save without an address?"
        confirm="Save anyway"
        onConfirm={check.saveAnyway}
        isPending={false}
      >
        The DNS has no address for the host of this URL. Check it for typing errors. Deliveries fail until the host has
        an address.
      </ConfirmDialog>
      <TextInput
        label="Name"
        description="Visible only to your organisation."
        required
        {...form.getInputProps('name')}
      />
      <TextInput
        label="URL"
        description="Receives a POST request per event. Must be reachable from the internet, e.g. https://example.com/webhooks. Or the ARN of an Amazon EventBridge bus that the operator allows. Leave it empty to only store deliveries, which messaging listen forwards to your machine."
        type="url"
        inputMode="url"
        {...form.getInputProps('url')}
      />
      <Checkbox.Group label="Events" required {...form.getInputProps('events')}>
        <Stack gap="sm" mt="xs">
          {EVENTS.filter(({ about }) => about !== 'test').map(({ schema, summary }) => {
            const name = schema.entries.event.literal
            return <Checkbox key={name} value={name} label={<code>{name}</code>} description={`${summary}.`} />
          })}
        </Stack>
      </Checkbox.Group>
      <NumbersField {...form.getInputProps('numbers')} value={form.values.numbers} />
      {!isEventBus(form.values.url) && (
        <HeaderFields
          form={form}
          description="Sent with every request to this URL, in addition to those of the service, for example the key of a gateway."
        />
      )}
    </EndpointForm>
  )
}

/** Selects the numbers to which a webhook is subscribed: all, including new ones, or some. */
function NumbersField({
  value,
  onChange,
  error,
}: {
  readonly value: 'all' | string[]
  readonly onChange: (value: 'all' | string[]) => void
  readonly error?: ReactNode
}) {
  return (
    <Radio.Group
      label="Numbers"
      description="For events of messages and of customers who wait for a person. Other events depend on the conversation’s routing."
      error={error}
      value={value === 'all' ? 'all' : 'some'}
      onChange={(reach) => onChange(reach === 'all' ? 'all' : [])}
    >
      <Stack gap="sm" mt="xs">
        <Radio value="all" label="All numbers, including new ones" />
        <Radio value="some" label="Selected numbers" />
        {value !== 'all' && <SomeNumbers value={value} onChange={onChange} />}
      </Stack>
    </Radio.Group>
  )
}

function SomeNumbers({ value, onChange }: { readonly value: string[]; readonly onChange: (value: string[]) => void }) {
  const query = useQuery(readList(listPhoneNumbers, { query: { limit: String(LARGEST_LIMIT) } }))
  return (
    <Box pl="1.75rem">
      <Loaded query={query} skeleton={<Skeleton height={24} />}>
        {({ results }) => (
          <Checkbox.Group value={value} onChange={onChange} aria-label="Numbers">
            <Stack gap="xs">
              {results.length === 0 && <Text size="sm">No numbers yet</Text>}
              {results.map(({ number, account, isSandbox }) => (
                <Checkbox
                  key={number}
                  value={number}
                  label={`+${number}`}
                  description={isSandbox ? 'Sandbox' : account?.name}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
      </Loaded>
    </Box>
  )
}
