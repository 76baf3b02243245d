import { Alert, Box, Button, Checkbox, Group, NativeSelect, Radio, Stack } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { listAgents } from '@messaging/contract/agents.ts'
import { listWebhooks } from '@messaging/contract/dashboard/webhooks.ts'
import { LARGEST_LIMIT } from '@messaging/contract/page.ts'
import {
  type BusinessNumber,
  connectAgent,
  subscribePhoneNumber,
  unsubscribePhoneNumber,
} from '@messaging/contract/phone-numbers.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { readList } from '../api/read.ts'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { Bullets } from '../ui/bullets.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { tell } from '../ui/tell.ts'
import { AgentSelect } from './agent-select.tsx'
import { isRoutingChanged, RoutingChange, type RoutingValues, routingValues } from './routing-change.ts'
import { consequences } from './routing-words.ts'

const FIELDS = ['mode', 'agentId', 'webhookId'] as const

/** Changes the default routing of a number, and lists the consequences first. */
export function RoutingForm({ number }: { readonly number: BusinessNumber }) {
  const [unconfirmed, setUnconfirmed] = useState<RoutingValues>()
  const form = useForm<RoutingValues>({
    initialValues: routingValues(number),
    validate: schemaResolver(RoutingChange, { sync: true }),
  })
  const { route, isPending, error, reset } = useRouteNumber(number.number, () => {
    setUnconfirmed(undefined)
    form.setFieldValue('applyToExisting', false)
  })
  const { values } = form
  const sentences = consequences({ ...values, name: useTargetName(values, number) })
  const submit = (input: RoutingValues) =>
    route(input, (failure) => {
      const errors = fieldErrors(failure, FIELDS)
      form.setErrors(errors)
      if (FIELDS.some((field) => errors[field])) setUnconfirmed(undefined)
    })
  return (
    <Allowed endpoint={subscribePhoneNumber}>
      <form
        noValidate
        onSubmit={form.onSubmit((input) => (input.applyToExisting ? setUnconfirmed(input) : submit(input)))}
      >
        <Stack maw="36rem">
          <FormError error={unconfirmed ? undefined : error} fields={FIELDS} />
          <Radio.Group label="Route messages to" {...form.getInputProps('mode')}>
            <Stack gap="sm" mt="xs">
              <Radio value="agent" label="An agent" description="Replies automatically." />
              {values.mode === 'agent' && (
                <Box pl="1.75rem">
                  <AgentSelect {...form.getInputProps('agentId')} value={values.agentId} known={number.activeAgent} />
                </Box>
              )}
              <Radio
                value="webhook"
                label="An endpoint"
                description="Your program receives the messages and replies through the API."
              />
              {values.mode === 'webhook' && (
                <Box pl="1.75rem">
                  <WebhookSelect {...form.getInputProps('webhookId')} value={values.webhookId} />
                </Box>
              )}
              <Radio value="none" label="None" description="No reply; messages are only stored." />
            </Stack>
          </Radio.Group>
          <Checkbox
            label="Apply to existing conversations"
            description="Reassigns every existing conversation and ends its session."
            {...form.getInputProps('applyToExisting', { type: 'checkbox' })}
          />
          {isRoutingChanged(routingValues(number), values) && (
            <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title="Effects of saving">
              <Consequences sentences={sentences} />
            </Alert>
          )}
          <Group>
            <Button type="submit" loading={isPending}>
              Save
            </Button>
          </Group>
        </Stack>
        <ConfirmDialog
          opened={unconfirmed !== undefined}
          onClose={() => {
            setUnconfirmed(undefined)
            reset()
          }}
          title={`Change all conversations of +${number.number}?`}
          confirm="Change all conversations"
          onConfirm={() => unconfirmed && submit(unconfirmed)}
          isPending={isPending}
          error={error}
        >
          <Consequences sentences={sentences} />
        </ConfirmDialog>
      </form>
    </Allowed>
  )
}

function Consequences({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <Bullets>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </Bullets>
  )
}

/** Returns the name of the selected agent or endpoint, from queries that the fields have already loaded. */
function useTargetName({ mode, agentId, webhookId }: RoutingValues, { activeAgent }: BusinessNumber): string {
  const { data: agents } = useQuery(readList(listAgents, { query: { limit: String(LARGEST_LIMIT) } }))
  const { data: webhooks } = useQuery(readList(listWebhooks, {}))
  if (mode === 'webhook') return webhooks?.find(({ id }) => id === webhookId)?.name ?? 'the endpoint'
  if (activeAgent?.id === agentId) return activeAgent.name
  return agents?.results.find(({ id }) => id === agentId)?.name ?? 'the agent'
}

/** Returns a function that changes the default routing of a number with the operation for the values' mode. */
function useRouteNumber(number: string, onDone: () => void) {
  const done = () => {
    tell(`Routing of +${number} changed`)
    onDone()
  }
  const connecting = useAction(connectAgent, { onDone: done })
  const subscribing = useAction(subscribePhoneNumber, { onDone: done })
  const unsubscribing = useAction(unsubscribePhoneNumber, { onDone: done })
  const all = [connecting, subscribing, unsubscribing]
  return {
    isPending: all.some(({ isPending }) => isPending),
    error: all.find(({ error }) => error)?.error,
    reset: () => {
      for (const action of all) action.reset()
    },
    route: ({ mode, agentId, webhookId, applyToExisting }: RoutingValues, onError: (error: unknown) => void) => {
      const params = { n: number }
      for (const action of all) action.reset()
      if (mode === 'agent') connecting.mutate({ params, body: { agentId, applyToExisting } }, { onError })
      else if (mode === 'webhook') subscribing.mutate({ params, body: { webhookId, applyToExisting } }, { onError })
      else unsubscribing.mutate({ params, body: { applyToExisting } }, { onError })
    },
  }
}

/** Selects one of the user's own webhooks by id; `''` is no webhook. */
function WebhookSelect({
  value,
  onChange,
  error,
}: {
  readonly value: string
  readonly onChange: (id: string) => void
  readonly error?: ReactNode
}) {
  const { data: webhooks = [], isPending, isError } = useQuery(readList(listWebhooks, {}))
  return (
    <NativeSelect
      label="Endpoint"
      required
      description="Only endpoints that you created."
      error={error ?? (isError && 'Could not load the endpoints. Reload the page.')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: isPending ? 'Loading endpoints' : 'Choose an endpoint' },
        ...webhooks
          .filter(({ isOwn }) => isOwn)
          .map(({ id, name, enabled }) => ({ value: id, label: enabled ? name : `${name} (disabled)` })),
      ]}
    />
  )
}
