import { Alert, Box, Checkbox, Group, Radio, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import {
  checkWebhookUrl,
  createWebhook,
  updateWebhook,
  WebhookInput,
} from '@replywright/contract/dashboard/webhooks.ts'
import type { EventName } from '@replywright/contract/envelope.ts'
import { LARGEST_LIMIT } from '@replywright/contract/page.ts'
import { listPhoneNumbers } from '@replywright/contract/phone-numbers.ts'
import { getWebhook, type Webhook } from '@replywright/contract/webhooks.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type * as v from 'valibot'
import { callRevised, type Revised, readList, readRevised } from '../api/call.ts'
import { ConfirmDialog, UnsavedGuard } from '../ui/confirm-dialog.tsx'
import { SecretBox } from '../ui/copy.tsx'
import { CredentialHint } from '../ui/credential-hint.tsx'
import { EditConflictDialog, useEditedSave } from '../ui/edit-conflict.tsx'
import { EndpointForm, type SavedFormProps, useEndpointForm } from '../ui/endpoint-form.tsx'
import { HeaderFields } from '../ui/header-fields.tsx'
import { errorsWithHeaders, type HeaderRow, headerRows, headersOf, rejectedFields } from '../ui/header-rows.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { tell } from '../ui/notices.tsx'
import { FormSkeleton, Loaded, Page } from '../ui/page.tsx'
import { Hint, PhoneNumber } from '../ui/text.tsx'
import { useAction, useSaveCheck } from '../ui/use-action.ts'
import { EventsField } from './events-field.tsx'

type Destination = 'server' | 'bus' | 'none'

const DESTINATIONS: readonly { readonly value: Destination; readonly label: string }[] = [
  { value: 'server', label: 'A web server' },
  { value: 'bus', label: 'An event bus on AWS' },
  { value: 'none', label: 'Nowhere, only store them' },
]

function destinationIn(chosen: string): Destination {
  return DESTINATIONS.find(({ value }) => value === chosen)?.value ?? 'server'
}

/** A new webhook has no name yet. A stored one without a URL sends nothing. */
function initialDestination({ name, url }: WebhookValues): Destination {
  if (isEventBus(url)) return 'bus'
  return url === '' && name !== '' ? 'none' : 'server'
}

/** The form of a webhook. Shows the service's errors at their fields. */
function WebhookForm({
  initial,
  submit,
  isPending,
  error,
  onSubmit,
}: SavedFormProps<WebhookValues> & { readonly initial: WebhookValues }) {
  const check = useSaveCheck(checkWebhookUrl, {
    inputOf: ({ url }: WebhookValues) =>
      url === '' || url === initial.url || isEventBus(url) ? undefined : { body: { url } },
    isFine: ({ hasAddress }) => hasAddress,
    save: onSubmit,
  })
  const [destination, setDestination] = useState<Destination>(() => initialDestination(initial))
  const form = useEndpointForm(
    {
      isPending: isPending || check.isChecking,
      error: check.error ?? error,
      mutate: (values: WebhookValues, { onError }) => check.submit(values, onError),
    },
    {
      initial,
      rules: (values) => ({
        ...errorsWithHeaders(WebhookInput, webhookInput(values), values.headers),
        ...(values.url.trim() === '' && destination !== 'none' && { url: 'Required' }),
      }),
      inputOf: (values) => values,
      errorsOf: rejectedFields,
    },
  )
  return (
    <EndpointForm form={form} endpoint={updateWebhook} width="narrow" label={submit} cancel={{ to: '..' }}>
      <UnsavedGuard isDirty={form.isDirty()} />
      <ConfirmDialog
        opened={check.problem !== undefined}
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
      <Radio.Group
        label="Send events to"
        value={destination}
        onChange={(chosen) => {
          setDestination(destinationIn(chosen))
          form.setFieldValue('url', '')
          form.clearFieldError('url')
        }}
      >
        <Group gap="md" mt="xs">
          {DESTINATIONS.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Group>
      </Radio.Group>
      {destination === 'none' ? (
        <Hint>
          Deliveries are only stored. The API lists them, and replywright listen forwards them to your machine.
        </Hint>
      ) : (
        <TextInput
          key={destination}
          label={destination === 'bus' ? 'ARN of the event bus' : 'URL'}
          description={
            destination === 'bus'
              ? 'An Amazon EventBridge bus that the operator of the service allows.'
              : 'Receives a POST request per event. Must be reachable from the internet, e.g. https://example.com/webhooks.'
          }
          required
          {...(destination === 'server' && { type: 'url', inputMode: 'url' })}
          {...form.getInputProps('url')}
        />
      )}
      <CredentialHint url={form.values.url} instead="Use a header instead, or verify the signature." />
      <EventsField {...form.getInputProps('events')} />
      <NumbersField {...form.getInputProps('numbers')} value={form.values.numbers} />
      {destination === 'server' && (
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
              {results.length === 0 && <Text>No numbers yet</Text>}
              {results.map(({ number, account, isSandbox }) => (
                <Checkbox
                  key={number}
                  value={number}
                  label={<PhoneNumber number={number} />}
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

interface WebhookValues {
  readonly name: string
  readonly url: string
  readonly events: EventName[]
  readonly numbers: 'all' | string[]
  readonly headers: HeaderRow[]
}

/** Whether the URL of a webhook is an event bus. */
function isEventBus(url: string): boolean {
  return url.startsWith('arn:')
}

/** Returns the request body of the form values. */
function webhookInput({ headers, ...values }: WebhookValues): WebhookInput {
  return { ...values, headers: headersOf(headers) }
}

const CRUMBS = [{ label: 'Endpoints', link: { to: '/webhooks' } }] as const
const EMPTY: WebhookValues = { name: '', url: '', events: ['message.received'], numbers: 'all', headers: [] }

export function NewWebhookPage() {
  const creating = useAction(createWebhook)
  if (creating.data) return <Created {...creating.data} />
  return (
    <Page title="New endpoint" crumbs={CRUMBS}>
      <WebhookForm
        initial={EMPTY}
        submit="Create endpoint"
        isPending={creating.isPending}
        error={creating.error}
        onSubmit={(values, onError) => creating.mutate({ body: webhookInput(values) }, { onError })}
      />
    </Page>
  )
}

function Created({ id, name, url, secret }: v.InferOutput<typeof createWebhook.response>) {
  const isBus = isEventBus(url)
  return (
    <Page title="Endpoint created" crumbs={CRUMBS}>
      <Alert
        color="green"
        icon={<IconCircleCheck aria-hidden />}
        title={isBus ? 'Add a rule to the bus' : 'Use this secret to verify signatures'}
        maw="36rem"
      >
        <Stack gap="sm">
          {isBus ? (
            <Text>
              The endpoint’s page has an event pattern. Rules of the bus with it match only the events of{' '}
              <bdi>{name}</bdi>.
            </Text>
          ) : (
            <>
              <Text>
                Each delivery to <bdi>{name}</bdi> is signed in the header X-Service-Signature. Keep the secret private.
                You can view it again on the endpoint’s page.
              </Text>
              <SecretBox value={secret} label="signing secret" />
            </>
          )}
          <Group gap="xs">
            <LinkButton to="/webhooks/$id" params={{ id }}>
              Open endpoint
            </LinkButton>
            <LinkButton to="/webhooks/events" variant="default">
              {isBus ? 'Examples of the events' : 'Code that verifies signatures'}
            </LinkButton>
          </Group>
        </Stack>
      </Alert>
    </Page>
  )
}

const FIELD_LABELS = { name: 'Name', url: 'URL', events: 'Events', numbers: 'Numbers', headers: 'Headers' }

const route = getRouteApi('/shell/webhooks/$id/edit')

export function EditWebhookPage() {
  const { id } = route.useParams()
  const query = useQuery(readRevised(getWebhook, { params: { id } }))
  const name = query.data?.resource.name ?? 'Endpoint'
  return (
    <Page
      title={`Edit ${name}`}
      crumbs={[
        { label: 'Endpoints', link: { to: '/webhooks' } },
        { label: name, link: { to: '/webhooks/$id', params: { id } } },
      ]}
    >
      <Loaded query={query} skeleton={<FormSkeleton />}>
        {(revised) => <EditWebhook id={id} revised={revised} />}
      </Loaded>
    </Page>
  )
}

function EditWebhook({ id, revised }: { readonly id: string; readonly revised: Revised<Webhook> }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [opened, setOpened] = useState(() => edited(revised))
  const input = { params: { id } }
  const saving = useEditedSave<WebhookValues, Revised<Webhook>>({
    read: async () => edited(await callRevised(getWebhook, input)),
    write: (values, { revision }) => callRevised(updateWebhook, { ...input, body: webhookInput(values) }, revision),
    onSaved: () => {
      tell('Saved')
      void queries.invalidateQueries()
      void navigate({ to: '/webhooks/$id', ...input, ignoreBlocker: true })
    },
    onReload: setOpened,
  })
  return (
    <>
      <WebhookForm
        key={opened.revision}
        initial={opened.values}
        submit="Save"
        isPending={saving.isPending}
        error={saving.error}
        onSubmit={(values, onError) => saving.save(opened, values, onError)}
      />
      <EditConflictDialog labelOf={(field) => FIELD_LABELS[field]} {...saving.conflict} />
    </>
  )
}

function edited({ resource: { name, url, events, numbers, headers }, revision }: Revised<Webhook>) {
  return { values: { name, url, events, numbers, headers: headerRows(headers) }, revision }
}
